/** Every check that is not a test, side by side: format, lint and import rules, types, unused code, generated lists and docs. */
import { spawn } from 'node:child_process';
import { exit } from 'node:process';

const CHECKS = {
  format: 'biome format .',
  lint: 'oxlint --type-aware --deny-warnings',
  types: 'tsc -p .',
  'extension types': 'tsc -p packages/extension',
  unused: 'knip',
  lists: 'node scripts/generate-lists.mjs --check',
  docs: 'node scripts/generate-docs.mjs --check',
};

const results = await Promise.all(Object.entries(CHECKS).map(([name, command]) => check(name, command)));
for (const { name, output } of results.filter(({ passed }) => !passed)) console.error(`--- ${name}\n${output}`);
console.error(results.map(({ name, passed }) => `${name} ${passed ? 'ok' : 'FAILED'}`).join(', '));
exit(results.every(({ passed }) => passed) ? 0 : 1);

function check(name, command) {
  const [program, ...args] = command.split(' ');
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ name, passed: false, output: `${program}: ${error.message}` }));
    child.on('close', (code) => resolve({ name, passed: code === 0, output }));
  });
}
