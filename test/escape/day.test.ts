import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { stopService } from '../../packages/helve/src/service/lifecycle.ts';
import { openAssistant } from '../kit/assistant.ts';
import { runProgram } from '../kit/library.ts';

const REPOSITORY = join(import.meta.dirname, '../..');

/** A day's commands in a small project, in order. Those of the network cannot succeed: the hosts do not exist. */
const DAY: readonly string[] = [
  // The morning: what is there?
  'pwd',
  'ls -la',
  'git status',
  'git log --oneline -5',
  'git branch -a',
  'git diff --stat HEAD~1',
  'cat package.json',
  'head -20 src/price.ts',
  'wc -l src/*.ts',
  'find . -name "*.ts" -not -path "*/node_modules/*"',
  'grep -rn "price" src',
  'grep -rn TODO src || true',
  'node --version',
  'npm --version',
  'python3 --version',
  'which node npm git make',
  'env | sort | head -5',
  'du -sh src',
  'tree src 2>/dev/null || ls -R src',
  'cat Makefile',
  // Dependencies and a first build.
  'npm ci --offline --no-audit --no-fund',
  'npm ls --depth=0',
  'npm run build',
  'npm test',
  'ls dist',
  'node dist/price.js',
  'rm -rf dist',
  'tsc --noEmit',
  'tsc --version',
  'make',
  'make clean',
  'make build',
  // A branch, a change, a commit.
  'git checkout -b discount',
  "sed -i 's/rate: number/rate: number = 0.2/' src/price.ts",
  'git diff',
  'git diff --stat',
  'npm run build',
  'npm test',
  'git add src/price.ts',
  'git commit -m "Give the rate a default"',
  'git show --stat HEAD',
  'mkdir -p src/shop',
  'printf \'export const shop = "corner";\\n\' > src/shop/name.ts',
  'cp src/price.ts src/shop/price.ts',
  'mv src/shop/price.ts src/shop/cost.ts',
  'git mv src/shop/name.ts src/shop/title.ts || mv src/shop/name.ts src/shop/title.ts',
  'git add -A && git commit -q -m "Add a shop"',
  'git stash list',
  'echo "// later" >> src/price.ts',
  'git stash',
  'git stash pop',
  'git checkout -- src/price.ts',
  'git checkout main',
  'echo "notes" > NOTES.md && git add NOTES.md && git commit -q -m "Add notes"',
  'git checkout discount',
  'git rebase main',
  'git log --graph --oneline --all',
  'git checkout main',
  'git merge --no-ff -m "Merge the discount" discount',
  'git branch -d discount',
  'git tag v1.1.0',
  'git blame src/price.ts | head -3',
  'git grep -n rate',
  'git cat-file -p HEAD | head -3',
  // Scripts, servers, data.
  'node -e "console.log(require(\'./package.json\').name)"',
  "python3 -c \"import json; print(json.load(open('package.json'))['version'])\"",
  'python3 scripts/report.py > report.txt',
  'cat report.txt | sort | uniq -c',
  "awk '{print $1}' report.txt",
  'tr a-z A-Z < report.txt',
  'for file in src/*.ts; do echo "$file"; done',
  'node scripts/server-test.mjs',
  'python3 -m unittest discover -s scripts -p "*_test.py"',
  'tar czf /tmp/src.tgz src && tar tzf /tmp/src.tgz | head -2',
  'mktemp',
  'date +%Y',
  'sleep 0.1',
  'diff src/price.ts src/shop/cost.ts || true',
  'xargs -n1 echo < report.txt',
  'chmod +x scripts/report.py',
  './scripts/report.py | head -1',
  'touch build.log && tail -1 build.log',
  'rm -f build.log report.txt',
  'npm version patch --no-git-tag-version',
  'npm pack --dry-run',
  'npm run lint',
  'git status --short',
  'git commit -qam "Raise the version"',
  'git clean -n',
  'git reset --soft HEAD~1 && git commit -q -m "Raise the version"',
  // What needs more than the project.
  'curl -sS http://registry.day.invalid/left',
  'curl -sS http://registry.day.invalid/right',
  'npm install --no-audit --no-fund --fetch-retries=0 --registry=http://registry.day.invalid left-pad',
  'npm view --fetch-retries=0 --registry=http://registry.day.invalid left-pad version',
  'git clone -q http://git.day.invalid/shop.git',
  'git push -q http://git.day.invalid/shop.git main',
  'pip download --retries 0 --disable-pip-version-check -d /tmp/wheels --index-url http://pypi.day.invalid/simple left',
  'docker ps',
  'docker images',
  'echo done',
];

const NEEDS_MORE = /day\.invalid|^docker/;

it('a day of 100 ordinary commands in mode default asks at most 10 questions', async () => {
  expect(DAY).toHaveLength(100);
  const calls = DAY.map((command) => ({ calls: [{ name: 'Bash', input: { command } }] }));
  const sandbox = await openAssistant([...calls, { text: 'Done.' }]);
  const { dir, home, env, run } = sandbox;
  onTestFinished(() => stopService(home));
  await prepareProject(sandbox);
  const socket = join(dirname(dir), 'docker.sock');
  const server = createServer((connection) => connection.end('CONTAINER ID\n'));
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  // Programs of /tmp are not seen in the sandbox, and those of the project are not looked up on the PATH.
  const cache = join(REPOSITORY, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const tools = await mkdtemp(join(cache, 'day-'));
  onTestFinished(() => rm(tools, { recursive: true, force: true }));
  await writeFile(join(tools, 'docker'), fakeDocker(socket));
  await chmod(join(tools, 'docker'), 0o755);
  await symlink(join(REPOSITORY, 'node_modules/typescript/bin/tsc'), join(tools, 'tsc'));
  env.PATH = `${tools}:/usr/bin:${env.PATH}`;
  expect(await run('sh', ['-c', PREPARE])).toMatchObject({ code: 0 });

  const { questions, results } = await runProgram<Recorded>(
    sandbox,
    `const heard = (event, { answer }) => {
       if (event.type === 'ask') answer(event.question.id, 'conversation');
     };
     const { conversation, events } = await talk({ permissionMode: 'default', maxTurns: 200, askUser: async () => undefined }, heard);
     await conversation.send('Work through the day');
     await conversation.close();
     return {
       questions: events.filter(({ type }) => type === 'ask').map(({ question }) => question.needs ?? question.decision.reason),
       results: events.filter(({ type }) => type === 'toolEnd').map(({ entry }) => ({
         outcome: entry.outcome, text: entry.content.map(({ text }) => text).join(''),
       })),
     };`,
  );
  const failed = DAY.flatMap((command, index) =>
    results[index]?.outcome === 'ok' || NEEDS_MORE.test(command) ? [] : [`${command}: ${results[index]?.text}`],
  );
  expect(failed).toEqual([]);
  expect(results).toHaveLength(100);
  expect(questions.length).toBeLessThanOrEqual(10);
  expect(questions.flat()).toEqual(
    expect.arrayContaining(['the network host registry.day.invalid', `the socket ${socket}`]),
  );
  expect(await readdir(join(dir, 'src/shop'))).toEqual(expect.arrayContaining(['cost.ts', 'title.ts']));
}, 300_000);

interface Recorded {
  readonly questions: readonly (string | readonly string[])[];
  readonly results: readonly { readonly outcome: string; readonly text: string }[];
}

async function prepareProject({ dir }: { readonly dir: string }): Promise<void> {
  const files: Readonly<Record<string, string>> = {
    'package.json': JSON.stringify({
      name: 'shop',
      version: '1.0.0',
      type: 'module',
      scripts: { build: 'tsc', test: 'node --test', lint: 'node --check dist/price.js' },
      dependencies: { left: 'file:vendor/left-1.0.0.tgz' },
    }),
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        target: 'es2022',
        module: 'nodenext',
        outDir: 'dist',
        rootDir: 'src',
        strict: true,
        types: [],
      },
      include: ['src'],
    }),
    Makefile: 'build:\n\ttsc\nclean:\n\trm -rf dist\n.PHONY: build clean\n',
    '.gitignore': 'node_modules\ndist\n',
    'src/price.ts': 'export function total(price: number, rate: number): number {\n  return price * (1 + rate);\n}\n',
    'price.test.mjs':
      "import { test } from 'node:test';\nimport { equal } from 'node:assert';\nimport { total } from './dist/price.js';\ntest('total', () => equal(total(100, 1), 200));\n",
    'scripts/report.py': '#!/usr/bin/env python3\nfor name in ["apple", "pear", "apple"]:\n    print(name)\n',
    'scripts/report_test.py':
      'import unittest\nclass Report(unittest.TestCase):\n    def test_one(self):\n        self.assertEqual(1, 1)\n',
    'scripts/server-test.mjs':
      "import { createServer } from 'node:http';\nconst server = createServer((_, reply) => reply.end('hi')).listen(0, '127.0.0.1', async () => {\n  console.log(await (await fetch(`http://127.0.0.1:${server.address().port}`)).text());\n  server.close();\n});\n",
    'vendor/left/package.json': '{"name":"left","version":"1.0.0","main":"index.js"}',
    'vendor/left/index.js': 'module.exports = (text) => text;\n',
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), content);
  }
}

/** The user's own preparation, outside of helve: a repository with two commits and a lock file. */
const PREPARE = `set -e
git config --global user.name Ada && git config --global user.email ada@example.com
git init -q -b main .
(cd vendor && npm pack --silent ./left && rm -r left)
npm install --package-lock-only --offline --no-audit --no-fund
git add -A && git commit -q -m "Start the shop"
echo "# Shop" > README.md && git add -A && git commit -q -m "Say what it is"`;

/** Says what the Docker client says where its daemon cannot be reached. */
const fakeDocker = (socket: string) => `#!${process.execPath}
require('node:net').connect(${JSON.stringify(socket)})
  .on('error', () => {
    console.error('Cannot connect to the Docker daemon at unix://${socket}. Is the docker daemon running?');
    process.exitCode = 1;
  })
  .pipe(process.stdout);
`;
