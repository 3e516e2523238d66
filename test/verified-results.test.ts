import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stopService } from '../packages/helve/src/service/lifecycle.ts';
import { openEditor } from './kit/acp.ts';
import { asked } from './kit/asked.ts';
import { type AssistantSandbox, openAssistant } from './kit/assistant.ts';
import { KEYS, openScreen } from './kit/screen.ts';

const CHECK = 'sh check.sh';
/** Passes while a.txt says "good". */
const FILES = {
  'a.txt': 'bad\n',
  'check.sh': 'grep -q good a.txt\n',
  'AGENTS.md': `# Notes\n\n## Checks\n\n- \`${CHECK}\`\n`,
};
const FREE = ['--permission-mode', 'bypassPermissions'];

const bash = (command: string, more: object = {}) => ({ calls: [{ name: 'Bash', input: { command, ...more } }] });
const write = (content: string) => ({ calls: [{ name: 'Write', input: { file_path: 'a.txt', content } }] });
const done = { text: 'All tests pass.' };

interface Receipt {
  readonly state: string;
  readonly summary: string;
  readonly reason?: string;
  readonly files: readonly string[];
  readonly hash?: string;
  readonly checks: readonly { readonly command: string; readonly state: string; readonly exitCode?: number }[];
}

interface Options {
  readonly files?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  readonly settings?: object;
  readonly git?: boolean;
}

/** What a script of the model comes to, with the checks as their file names them. */
async function receiptOf(
  script: Parameters<typeof openAssistant>[0],
  { files = FILES, flags = [], settings = {}, git = false }: Options = {},
) {
  const sandbox = await openAssistant(script, files, settings);
  if (git) await commitAll(sandbox);
  const { code, result } = await sandbox.askJson('Go', [...FREE, ...flags]);
  return { code, result, receipt: result.verification as Receipt | undefined, sandbox };
}

async function commitAll({ run }: AssistantSandbox): Promise<void> {
  await run('sh', ['-c', 'git init -q && git add -A && git -c user.name=a -c user.email=a@b.c commit -qm first']);
}

describe('a turn that changed files', () => {
  it.each([false, true])('is verified by a check that passed after the last change (git: %s)', async (git) => {
    const { receipt, code } = await receiptOf([write('good\n'), bash(CHECK), done], { git });
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(receipt).toEqual({
      state: 'verified',
      summary: `Verified: ${CHECK} passed`,
      files: ['a.txt'],
      hash,
      checks: [{ command: CHECK, folder: expect.any(String), state: 'passed', exitCode: 0, hash }],
    });
    expect(code).toBe(0);
  });

  it('is failed by a check that failed after the last change', async () => {
    const { receipt, code } = await receiptOf([write('still bad\n'), bash(CHECK), done], {
      flags: ['--require-verified'],
    });
    expect(receipt).toMatchObject({ state: 'failed', summary: `Failed: ${CHECK} failed with exit code 1` });
    expect(code).toBe(1);
  });

  it('is unverified where the check did not run exactly, to its end, after the last change', async () => {
    const cases = [
      ['outdated', bash(CHECK), bash('echo more >> a.txt')],
      ['notRun', bash(`${CHECK} | tail -1`)],
      ['notRun', bash(`true && ${CHECK}`)],
      ['notRun', bash(`${CHECK} || true`)],
      ['notRun', bash('mkdir x && cp *.* x'), bash(CHECK, { cwd: 'x' })],
      ['notRun'],
      ['noResult', bash('echo sleep 1000 > check.sh'), bash(CHECK, { timeout: 1 })],
    ] as const;
    const script = cases.flatMap(([, ...calls], index) => [write(`good ${index}\n`), ...calls, done]);
    const { helve } = await openAssistant(script, FILES, { verify: { atEnd: 'report' } });
    const message = JSON.stringify({ type: 'user', message: { role: 'user', content: 'Go' } });
    const flags = ['--input-format', 'stream-json', '--output-format', 'stream-json', ...FREE];
    const { stdout } = await helve(['-p', ...flags], cases.map(() => `${message}\n`).join(''));
    const results = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly type: string; readonly verification?: Receipt });
    const states = results.flatMap(({ type, verification: receipt }) =>
      type === 'result' ? [[receipt?.state, receipt?.checks[0]?.state]] : [],
    );
    expect(states).toEqual(cases.map(([state]) => ['unverified', state]));
  });

  it('needs a check that changes files to run until it changes none', async () => {
    const files = { ...FILES, 'check.sh': 'echo good > a.txt\n' };
    const settings = { verify: { atEnd: 'report' } };
    const once = await receiptOf([write('bad\n'), bash(CHECK), done], { files, settings });
    expect(once.receipt).toMatchObject({
      state: 'unverified',
      summary: `Unverified: files changed while ${CHECK} ran`,
    });
    const twice = await receiptOf([write('bad\n'), bash(CHECK), bash(CHECK), done], { files, settings });
    expect(twice.receipt?.state).toBe('verified');
  });

  it('stays verified when the change is committed after the check, or an ignored file is written', async () => {
    const commit = 'git add -A && git -c user.name=a -c user.email=a@b.c commit -qm second';
    const files = { ...FILES, '.gitignore': 'out/\n' };
    const script = [write('good\n'), bash(CHECK), bash(`mkdir out && echo x > out/x`), bash(commit), done];
    const { receipt } = await receiptOf(script, { git: true, files, flags: ['--sandbox', 'off'] });
    expect(receipt).toMatchObject({ state: 'verified', files: ['a.txt'] });
  });

  it('sees changes of files that git was told not to look at', async () => {
    const hide = 'git update-index --assume-unchanged a.txt';
    const script = [write('good\n'), bash(hide), bash(CHECK), bash('echo more >> a.txt'), done];
    const settings = { verify: { atEnd: 'report' } };
    const { receipt } = await receiptOf(script, { git: true, settings, flags: ['--sandbox', 'off'] });
    expect(receipt).toMatchObject({ state: 'unverified', files: ['a.txt'], checks: [{ state: 'outdated' }] });
  });

  it('has a receipt when a limit ends it, without a reminder', async () => {
    const { receipt, result } = await receiptOf([write('good\n'), bash(CHECK)], { flags: ['--max-turns', '2'] });
    expect(result.subtype).toBe('error_max_turns');
    expect(receipt).toMatchObject({ state: 'unverified', files: ['a.txt'], checks: [{ state: 'notRun' }] });
  });

  it('counts changes and checks of subagents', async () => {
    const task = { name: 'Agent', input: { description: 'Fix', prompt: 'Fix it', agent: 'general-purpose' } };
    const { receipt } = await receiptOf([{ calls: [task] }, write('good\n'), bash(CHECK), { text: 'Fixed.' }, done]);
    expect(receipt).toMatchObject({ state: 'verified', files: ['a.txt'] });
  });

  it('uses the checks that were named before the turn', async () => {
    const easy = "printf '## Checks\\n\\n- `true`\\n' > AGENTS.md";
    const { receipt } = await receiptOf([write('still bad\n'), bash(easy), bash('true'), done, done]);
    expect(receipt).toMatchObject({ state: 'unverified', checks: [{ command: CHECK, state: 'notRun' }] });
  });

  it('reports that no checks are configured', async () => {
    const { receipt } = await receiptOf([write('good\n'), done], { files: { 'a.txt': 'bad\n' } });
    expect(receipt).toEqual({
      state: 'unverified',
      summary: 'Unverified: no checks are configured',
      reason: 'noChecks',
      files: ['a.txt'],
      checks: [],
    });
  });
});

describe('a turn that changed nothing', () => {
  it('has no receipt, and one where a check ran', async () => {
    expect((await receiptOf([bash('echo hi'), done], { flags: ['--require-verified'] })).code).toBe(0);
    expect((await receiptOf([bash('echo hi'), done])).receipt).toBeUndefined();
    expect((await receiptOf([bash(CHECK), done])).receipt).toMatchObject({ state: 'failed', files: [] });
  });
});

describe('the reminder', () => {
  it('is sent once, with the exact command', async () => {
    const { sandbox, receipt } = await receiptOf([write('good\n'), bash(`${CHECK}; true`), done, bash(CHECK), done]);
    const { text: said } = await asked(sandbox.server, 3);
    expect(said).toContain(`- ${CHECK}: ${CHECK} did not run (${CHECK}; true is not the same command)`);
    expect(receipt?.state).toBe('verified');
    const ignored = await receiptOf([write('good\n'), done, { text: 'I will not.' }]);
    expect(ignored.sandbox.server.requests).toHaveLength(3);
    expect(ignored.receipt?.state).toBe('unverified');
  });

  it('is not sent where the settings want only a report, or no request is left', async () => {
    const settings = { verify: { atEnd: 'report' } };
    expect((await receiptOf([write('good\n'), done], { settings })).sandbox.server.requests).toHaveLength(2);
    const { result } = await receiptOf([write('good\n'), done], { flags: ['--max-turns', '2'] });
    expect(result.subtype).toBe('success');
  });
});

describe('checks that helve runs', () => {
  const settings = { verify: { checks: [CHECK], atEnd: 'run' } };
  const { 'AGENTS.md': _, ...files } = FILES;

  it('verify the turn without the model', async () => {
    const { sandbox, receipt } = await receiptOf([write('good\n'), done], { files: files, settings });
    expect(receipt?.state).toBe('verified');
    expect(sandbox.server.requests).toHaveLength(2);
  });

  it('show the model once what failed', async () => {
    const noisy = { ...files, 'check.sh': 'grep good a.txt || { echo not good; exit 3; }\n' };
    const { sandbox, receipt } = await receiptOf([write('worse\n'), done, write('good\n'), done], {
      files: noisy,
      settings,
    });
    expect((await asked(sandbox.server, 2)).text).toContain(
      'failed with exit code 3. The end of its output:\nnot good',
    );
    expect(receipt?.state).toBe('verified');
  });

  it('of a checkout run only once the user trusts the file that names them', async () => {
    const sandbox = await openAssistant([], { ...FILES, 'check.sh': 'touch ran; grep -q good a.txt\n' });
    await writeFile(join(sandbox.home, 'settings.json'), JSON.stringify({ verify: { atEnd: 'run' } }));
    const go = async (...answers: readonly object[]) => {
      sandbox.server.say(write(`good ${sandbox.server.requests.length}\n`), ...answers);
      return ((await sandbox.askJson('Go', FREE)).result.verification as Receipt).state;
    };
    expect(await go(done, done)).toBe('unverified');
    await sandbox.helve(['trust', 'allow', '--path', 'AGENTS.md']);
    expect((await sandbox.helve(['trust', 'list'])).stdout).toContain(`check ${CHECK}`);
    expect(await go(done)).toBe('verified');
    await writeFile(join(sandbox.dir, 'AGENTS.md'), '## Checks\n\n```sh\n# Other ones\nsh check.sh\ntrue\n```\n');
    expect(await go(done, done)).toBe('unverified');
  });
});

describe('helve -p --require-verified', () => {
  it('fails for a turn that is not verified, and says why', async () => {
    const { ask } = await openAssistant([write('good\n'), done, done], FILES);
    const { code, stderr, stdout } = await ask('Go', [...FREE, '--require-verified']);
    expect({ code, stderr, stdout }).toEqual({
      code: 1,
      stdout: 'All tests pass.\n',
      stderr: `error: Unverified: ${CHECK} did not run\n`,
    });
  });

  it('passes for one that is', async () => {
    const { ask } = await openAssistant([write('good\n'), bash(CHECK), done], FILES);
    expect(await ask('Go', [...FREE, '--require-verified'])).toEqual({
      code: 0,
      stdout: 'All tests pass.\n',
      stderr: `Verified: ${CHECK} passed\n`,
    });
  });

  it('needs checks before anything is spent', async () => {
    const { ask, server } = await openAssistant([done], { 'a.txt': '' });
    const { code, stderr } = await ask('Go', ['--require-verified']);
    expect([code, server.requests.length]).toEqual([2, 0]);
    expect(stderr).toContain('this project names none');
  });
});

describe('where a receipt is shown', () => {
  const settings = { verify: { checks: [CHECK], atEnd: 'report' } };

  it('is one line below the answer on the screen', async () => {
    const { screen, home, dir } = await openScreen([write('good\n'), done, bash(CHECK), done], { args: FREE });
    await writeFile(join(dir, 'AGENTS.md'), FILES['AGENTS.md']);
    await writeFile(join(dir, 'check.sh'), 'true\n');
    onTestFinished(() => stopService(home));
    screen.type('Go', KEYS.enter);
    await screen.shows(`Verified: ${CHECK} passed.`);
    expect((await screen.everything()).join('\n')).toMatch(/All tests pass\.[^]*Verified:/);
  });

  it('is a message to an editor', async () => {
    const editor = await openEditor(await openAssistant([write('good\n'), done], FILES, settings), { flags: FREE });
    await editor.prompt(await editor.newSession(), 'Go');
    await expect.poll(editor.said).toContain(`Unverified: ${CHECK} did not run`);
  });
});
