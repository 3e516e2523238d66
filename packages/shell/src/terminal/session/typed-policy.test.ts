import { authorityOf, createPolicy, type Mode, parseRule, type Policy } from '@helve/policy';
import { describe, expect, it } from 'vitest';
import { openSessions } from '../../testing/session-project.ts';

interface Rules {
  readonly deny?: readonly string[];
  readonly ask?: readonly string[];
  readonly allow?: readonly string[];
  readonly roots?: readonly string[];
}

async function policyOf({ deny = [], ask = [], allow = [], roots }: Rules, mode: Mode): Promise<Policy> {
  const rules = (
    [
      ['deny', deny],
      ['ask', ask],
      ['allow', allow],
    ] as const
  ).flatMap(([verdict, texts]) => texts.map((text) => parseRule(verdict, text, 'test')));
  return createPolicy({
    mode,
    modeSource: 'test',
    rules,
    ...(roots ? { roots } : {}),
    base: { root: '/', home: undefined },
    cwd: roots?.[0] ?? '/',
  });
}

/** A shell that was started before there were rules, and what is typed into it under them. */
async function openFenced(
  rules: Rules = { deny: ['Bash(curl *)'] },
  mode: Mode = 'bypassPermissions',
  env = {},
  start = {},
) {
  const sessions = await openSessions(env);
  const { sessionId } = await sessions.start(start);
  const policy = await policyOf(rules, mode);
  const type = async (input: string, more: object = {}) => {
    try {
      await sessions.run(
        'terminal session write',
        { sessionId, input, timeoutSeconds: 5, ...more },
        { authority: authorityOf(policy) },
      );
      return 'typed';
    } catch (thrown) {
      return (thrown as { readonly code: string }).code;
    }
  };
  return { ...sessions, sessionId, type, policy };
}

it('a deny rule holds for what is typed in a sandbox, too', async () => {
  const { type, read, sessionId } = await openFenced(undefined, undefined, {}, { sandbox: true });
  expect(await type('curl http://127.0.0.1:1/{enter}')).toBe('PERMISSION_DENIED');
  expect(await type('{ctrl+u}cd /; pwd{enter}')).toBe('typed');
  expect(await read(sessionId, { until: 'prompt' })).toMatchObject({ reason: 'prompt' });
  expect(await type('python3 -q{enter}')).toBe('typed');
  expect(await type('curl = 1{enter}')).toBe('typed');
});

it.each([
  'curl http://127.0.0.1:1/{enter}',
  'curl x\n',
  'true; /usr/bin/curl x{enter}',
  'echo $(curl x){enter}',
  'sh -c "curl x"{enter}',
  'ls{enter}curl x{enter}',
  'cu\\{enter}rl x{enter}',
  'xcurl x{home}{delete}{enter}',
  'cut{backspace}rl x{enter}',
  'curl x{ctrl+m}',
  'curl x{ctrl+j}',
  'curl x{ctrl+o}',
  'cu{tab}{enter}',
  '{up}{enter}',
  '!cu{enter}',
  "c'u'rl x{enter}",
  '$X x{enter}',
  'bash{enter}',
])('a deny rule holds for what is typed at the prompt: %s', async (input) => {
  const { type, sessionId, screen } = await openFenced();
  expect(await type(input)).toBe('PERMISSION_DENIED');
  // The prompt may come late; what was refused must not stand behind it.
  const shown = async () => (await screen(sessionId, () => true)).screen?.rows.join('').trim();
  await expect.poll(shown, { timeout: 20_000 }).toMatch(/^\S*[$#]$/);
});

it('judges the line as it stands when it is entered, also if it was typed bit by bit', async () => {
  const { type } = await openFenced();
  expect(await type('cu', { timeoutSeconds: 1 })).toBe('typed');
  expect(await type('rl http://127.0.0.1:1/', { timeoutSeconds: 1 })).toBe('typed');
  expect(await type('{enter}')).toBe('PERMISSION_DENIED');
  expect(await type('{ctrl+u}echo fine{enter}')).toBe('typed');
  expect(await type(`echo 'a`, { timeoutSeconds: 1 })).toBe('typed');
  expect(await type('{ctrl+c}')).toBe('typed');
  expect(await type('ls{enter}')).toBe('typed');
});

it('knows of a command in more than one line', async () => {
  const { run, type, sessionId } = await openFenced();
  const free = (input: string) => run('terminal session write', { sessionId, input });
  await free('cu\\{enter}');
  expect(await type('rl x{enter}')).toBe('PERMISSION_DENIED');
  await free('{ctrl+c}');
  expect(await type('rl x{enter}')).toBe('typed');
});

it('judges nothing where another program reads what is typed', async () => {
  const { run, type, sessionId, screen } = await openFenced();
  await run('terminal session write', { sessionId, input: 'cat{enter}' });
  expect(await type('curl x{enter}')).toBe('typed');
  await screen(sessionId, (rows) => rows.filter((row) => row === 'curl x').length === 2);
  expect(await type('{ctrl+d}')).toBe('typed');
  await run('terminal session read', { sessionId, until: 'prompt' });
  expect(await type('curl x{enter}')).toBe('PERMISSION_DENIED');
});

it('judges what is typed ahead, for it may well be the shell that reads it', async () => {
  const { run, type, sessionId } = await openFenced();
  await run('terminal session write', { sessionId, input: 'sleep 1000{enter}', timeoutSeconds: 1 });
  expect(await type('curl x{enter}')).toBe('PERMISSION_DENIED');
  expect(await type('{ctrl+c}')).toBe('typed');
});

it('takes paths from the folder that the shell stands in', async () => {
  const { run, type, sessionId } = await openFenced({ deny: ['Write(/tmp/**/kept/*)'] });
  await run('terminal session write', { sessionId, input: 'mkdir kept && cd kept{enter}' });
  expect(await type('echo a > file{enter}')).toBe('PERMISSION_DENIED');
  await run('terminal session write', { sessionId, input: 'cd ..{enter}' });
  expect(await type('echo a > file{enter}')).toBe('typed');
});

it('asks where a rule wants so, and never allows more than the rules for typing do', async () => {
  const { run, sessionId } = await openFenced();
  const asked: string[] = [];
  const ask = async ({ decision }: { readonly decision: { readonly rule: string } }) => {
    asked.push(decision.rule);
    return { allow: true };
  };
  const type = async (input: string, rules: Rules) =>
    run(
      'terminal session write',
      { sessionId, input },
      { authority: authorityOf(await policyOf(rules, 'default'), ask) },
    );
  const allow = ['terminal session write', 'Bash(echo *)'];
  await type('echo a{enter}', { allow });
  await type('python3 --version{enter}', { allow });
  await type('echo b{enter}', { allow, ask: ['Bash(echo *)'] });
  await type('echo c{enter}', { allow: ['Bash(echo *)'] });
  expect(asked).toEqual(['Bash(echo *)', 'mode default']);
});

it('tells what would be entered without typing it, and shows no secret', async () => {
  const { run, sessionId, dir, screen } = await openSessions({ PASSWORD: 'hunter2-hunter2' }).then(async (opened) => ({
    ...opened,
    sessionId: (await opened.start()).sessionId,
  }));
  const input = { sessionId, input: 'echo {secret}{enter}ls{enter}pending', secret: 'PASSWORD', dryRun: true };
  expect((await run('terminal session write', input)).data).toMatchObject({
    status: 'not-sent',
    foreseen: { lines: ['echo [secret PASSWORD]', 'ls'], workingDirectory: dir },
  });
  expect((await screen(sessionId, () => true)).screen?.rows.join('')).not.toContain('ls');
});

describe('a session starts under deny rules', () => {
  const start = async (rules: Rules, mode: Mode, input: object = {}) => {
    const { run } = await openSessions();
    const authority = authorityOf(await policyOf(rules, mode));
    try {
      const { data } = await run('terminal session start', input, { authority });
      return (data as { readonly status: string }).status;
    } catch (thrown) {
      return (thrown as { readonly code: string }).code;
    }
  };
  const deny = ['Bash(curl *)', 'Read(/nowhere/**)', 'git push'];

  it.each<[string, Rules, Mode, object, string]>([
    ['as a shell', { deny }, 'bypassPermissions', {}, 'started'],
    ['as a shell that a rule allows', { deny, allow: ['Bash'] }, 'default', {}, 'started'],
    ['as a program', { deny }, 'bypassPermissions', { command: 'cat' }, 'started'],
    ['not where nobody approves it', { deny }, 'default', {}, 'PERMISSION_DENIED'],
    ['not in plan mode', { deny }, 'plan', {}, 'PERMISSION_DENIED'],
    ['not where shells are denied', { deny: ['Bash'] }, 'bypassPermissions', {}, 'PERMISSION_DENIED'],
    ['not as a program that a rule denies', { deny }, 'bypassPermissions', { command: 'curl x' }, 'PERMISSION_DENIED'],
    // What is typed into a shell that was started as a program is not judged.
    ['not as a shell by its name', { deny }, 'bypassPermissions', { command: 'exec bash' }, 'PERMISSION_DENIED'],
  ])('%s', async (_, rules, mode, input, outcome) => {
    expect(await start(rules, mode, input)).toBe(outcome);
  });

  it('and judges what is typed into it', async () => {
    const { run } = await openSessions();
    const authority = authorityOf(await policyOf({ deny }, 'bypassPermissions'));
    const { data } = await run('terminal session start', {}, { authority });
    const { sessionId } = data as { readonly sessionId: string };
    const type = (input: string) => run('terminal session write', { sessionId, input }, { authority });
    await expect(type('git push{enter}')).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(type('{ctrl+u}p=/nowhere; cat $p/x{enter}')).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(type('{ctrl+u}cat <<E{enter}')).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(type('{ctrl+u}ls{enter}')).resolves.toBeDefined();
  });
});
