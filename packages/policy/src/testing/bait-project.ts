import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mode } from '@helve/command/line';
import { createPolicy } from '../create.ts';
import { parseRule } from '../rule.ts';
import { readShellLine } from '../shell/read.ts';

const BAIT = 'bait4711';

/** A project with files that rules deny, and with programs that must not run, in a home folder of its own. */
export interface BaitProject {
  readonly verdict: (line: string, mode?: Mode) => Promise<string>;
  /** Runs a line for real: what it printed or ran that it must not, if anything. */
  readonly leak: (line: string) => Promise<string | undefined>;
  readonly remove: () => void;
}

const DENY = ['Read(secret/**)', 'Read(~/.ssh/**)', 'Read(.env)'];
const ALLOW = ['Bash(npm run test:*)'];

export function makeBaitProject(): BaitProject {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'helve-bait-')));
  const home = join(folder, 'home');
  const project = join(home, 'project');
  const env = { HOME: home, PATH: '/usr/local/bin:/usr/bin:/bin' };
  fill(project);
  const rules = [
    ...DENY.map((rule) => parseRule('deny', rule, 'settings.json')),
    ...ALLOW.map((rule) => parseRule('allow', rule, 'settings.json')),
  ];
  const made = new Map<Mode, ReturnType<typeof createPolicy>>();
  const policyOf = (mode: Mode) => {
    const settings = { mode, modeSource: 'the test', rules, base: { root: project, home }, cwd: project };
    const policy = made.get(mode) ?? createPolicy(settings);
    made.set(mode, policy);
    return policy;
  };
  return {
    verdict: async (line, mode = 'default') => {
      const shell = readShellLine(line, { cwd: project, env });
      return (await policyOf(mode)).judge({ command: 'terminal exec', effect: shell.effect, touches: [], shell })
        .verdict;
    },
    leak: async (line) => {
      const output = await outputOf(line, project, env);
      if (output.includes(BAIT) || output.includes(BAIT.split('').toReversed().join(''))) return `printed by ${line}`;
      if (!existsSync(join(project, 'PWN'))) return undefined;
      rmSync(join(project, 'PWN'));
      return `run by ${line}`;
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

function fill(project: string): void {
  for (const path of ['sub/secret', 'secret', 'bin', '../.ssh']) mkdirSync(join(project, path), { recursive: true });
  for (const path of ['secret/key', 'secret/key.json', '../.ssh/id', '.env']) {
    writeFileSync(join(project, path), `"${BAIT}"\n`);
  }
  for (const path of ['a.txt', 'b.txt', 'sub/key', 'sub/a.txt', 'sub/id'])
    writeFileSync(join(project, path), 'plain\n');
  writeFileSync(join(project, 'names'), 'secret/key\n');
  symlinkSync('secret', join(project, 'link'));
  symlinkSync('../secret/key', join(project, 'sub/alias'));
  const evil = `#!/bin/sh\n: > ${project}/PWN\n`;
  for (const path of ['bin/ls', 'bin/cat', 'bin/pwd', 'evil.sh'])
    writeFileSync(join(project, path), evil, { mode: 0o755 });
  // A folder that git takes for a repository, whose settings name a program.
  execFileSync('git', ['init', '-q', '--bare', join(project, 'docs')]);
  appendFileSync(
    join(project, 'docs/config'),
    `[core]\n\tbare = false\n\tworktree = ${project}\n\tfsmonitor = ${project}/evil.sh\n`,
  );
}

async function outputOf(line: string, cwd: string, env: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn('/bin/bash', ['-c', line], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const { pid } = child;
  const timer = setTimeout(() => pid !== undefined && process.kill(-pid, 'SIGKILL'), 20_000);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('latin1').on('data', (text: string) => {
      output += text;
    });
  }
  await new Promise((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  return output.replace(/[\s\\]/g, '');
}
