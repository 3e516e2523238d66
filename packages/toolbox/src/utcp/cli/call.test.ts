import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCliTools } from './testing/cli-tools.ts';

describe('steps', () => {
  it('keep what they change of the shell', async () => {
    const { value, dir } = await openCliTools();
    mkdirSync(join(dir, 'sub'));
    const steps = [
      'cd sub',
      'export A=1; b=2',
      'f() { echo "f $1"; }',
      'set -o pipefail',
      'echo "$PWD $A $b $(f x) $(set -o | grep pipefail)"',
    ];
    expect(await value(steps)).toMatch(new RegExp(`^${dir}/sub 1 2 f x pipefail\\s+on$`));
  });

  it('have the outputs of those before them', async () => {
    const { value } = await openCliTools();
    expect(
      await value(['printf "a\\n\\nb\\n\\n\\n"', 'echo two', 'printf "[%s] [%s]" "$CMD_0_OUTPUT" "$CMD_1_OUTPUT"']),
    ).toBe('[a\n\nb] [two]');
  });

  it.each([
    ['a comment at its end', 'echo one # and so on'],
    ['an open quote', 'echo "one'],
    ['an open single quote', "echo 'one"],
    ['an open here-document', 'cat <<EOF\none'],
    ['an open group', '{ echo one'],
    ['a closing brace too many', 'echo one; }'],
    ['a backslash at its end', 'echo one \\'],
    ['a loop that it leaves', 'break; continue; return 3'],
    ['outputs sent elsewhere', 'exec >/dev/null 2>&1'],
    ['outputs closed', 'exec >&- 2>&-'],
    [
      'builtins that it replaces',
      'eval() { :; }; printf() { :; }; read() { :; }; exit() { :; }; echo() { :; }; readonly() { :; }',
    ],
    ['aliases', 'shopt -s expand_aliases; alias printf=false eval=false exec=false IFS=false __utcp_code=x'],
    ['traps', "trap 'echo trapped' DEBUG ERR RETURN"],
    ['changed splitting', 'IFS=0123456789; set -f; set -u; set -o noclobber'],
    ['other arguments', 'set -- a b c; shift'],
    ['a changed locale', 'LC_ALL=C; LANG=tr_TR.UTF-8'],
    ['a mask for new files', 'umask 777'],
    ['a folder that it removed', 'mkdir gone; cd gone; rmdir ../gone'],
  ])('do no harm to the next with %s', async (_, step) => {
    const { call } = await openCliTools();
    const { steps, value } = await call([
      step,
      'builtin printf "%s\\n" two',
      'builtin printf "%s\\n" "<$CMD_1_OUTPUT>"',
    ]);
    expect(
      String(value)
        .replace(/trapped\s*/g, '')
        .replace(/\s/g, ''),
    ).toBe('<two>');
    expect(steps.map(({ ran }) => ran)).toEqual([true, true, true]);
  });

  it('keep stdout, stderr and exit codes apart', async () => {
    const { call, warnings } = await openCliTools();
    const { steps, value } = await call(['echo out; echo err >&2; (exit 3)', 'echo last']);
    expect(value).toBe('last');
    expect(steps.map(({ stdout, stderr, exitCode }) => [stdout, stderr, exitCode])).toEqual([
      ['out\n', 'err\n', 3],
      ['last\n', '', 0],
    ]);
    expect(warnings).toEqual(['Step 0 ended with exit code 3, and the tool went on']);
  });

  it('are not run after an exit, and the error says so', async () => {
    const { error } = await openCliTools();
    const { code, message, details } = await error(['echo one; exit 7', 'echo two']);
    expect([code, message]).toEqual(['IO_FAILED', 'Step 0 of the tool ended with exit code 7']);
    expect(details?.steps).toMatchObject([
      { stdout: 'one\n', exitCode: 7, ran: true },
      { exitCode: null, ran: false },
    ]);
  });

  it('are not run after a failure under stop_on_error', async () => {
    const { error, dir } = await openCliTools();
    const commands = [{ command: 'cd nowhere' }, { command: 'touch after' }];
    expect(await error({ commands, stop_on_error: true })).toMatchObject({
      details: { exitCode: 1, steps: [{}, { ran: false }] },
    });
    expect(existsSync(join(dir, 'after'))).toBe(false);
  });

  it('honour set -e of a step before', async () => {
    const { error } = await openCliTools();
    expect(await error(['set -e', 'false; echo on', 'echo two'])).toMatchObject({
      details: { exitCode: 1, steps: [{}, { stdout: '', exitCode: 1 }, { ran: false }] },
    });
  });

  it('may become another program, which is the end', async () => {
    const { call } = await openCliTools();
    const { steps } = await call(['exec echo replaced', 'echo two']);
    expect(steps).toMatchObject([{ stdout: 'replaced\n', exitCode: 0 }, { ran: false }]);
  });

  it('count what traps print at the end as the last one’s', async () => {
    const { value } = await openCliTools();
    expect(await value(["trap 'echo bye' EXIT", 'echo hello'])).toBe('hello\nbye');
    const commands = [
      { command: "trap 'echo bye' EXIT" },
      { command: 'echo hello; exit', append_to_final_output: true },
      { command: 'echo on' },
    ];
    expect(await value({ commands })).toBe('hello\nbye');
  });

  it('read nothing', async () => {
    const { value } = await openCliTools();
    expect(await value(['cat; echo end'])).toBe('end');
  });
});

describe('the value', () => {
  it('is the output of the last step, or of those that say so', async () => {
    const { value } = await openCliTools();
    const commands = [
      { command: 'echo a', append_to_final_output: true },
      { command: 'echo b' },
      { command: 'echo c; echo', append_to_final_output: true },
      { command: 'echo d', append_to_final_output: false },
    ];
    expect(await value({ commands })).toBe('a\nc');
    expect(await value(['echo a', 'echo b'])).toBe('b');
  });

  it.each([
    ['{"a": [1, 2]}', { a: [1, 2] }],
    ['[1]', [1]],
    ['[oops', '[oops'],
    ['{} {}', '{} {}'],
    ['12', '12'],
    ['"x"', '"x"'],
    ['  spaced  ', 'spaced'],
  ])('of %j is %j', async (printed, value) => {
    const tools = await openCliTools();
    expect(await tools.value(['printf %s UTCP_ARG_text_UTCP_END'], { text: printed })).toEqual(value);
  });

  it('is what stands on stderr where nothing else was printed', async () => {
    const { value } = await openCliTools();
    expect(await value(['echo version 1 >&2'])).toBe('version 1');
  });
});

describe('a failure', () => {
  it('carries stderr, the exit code and the steps', async () => {
    const { error } = await openCliTools();
    const report = await error(['echo partial', 'echo broken >&2; exit 4']);
    expect(report).toMatchObject({
      code: 'IO_FAILED',
      message: 'Step 1 of the tool ended with exit code 4: broken',
      details: { stderr: 'broken\n', exitCode: 4, steps: [{ stdout: 'partial\n' }, {}] },
    });
  });

  it('of a program that is not there says so', async () => {
    const { error } = await openCliTools();
    expect(await error(['no-such-program-at-all'])).toMatchObject({ code: 'PROGRAM_MISSING' });
  });

  it('is a working_dir that is not there', async () => {
    const { error, dir } = await openCliTools();
    const commands = [{ command: 'pwd' }];
    expect(await error({ commands, working_dir: 'nowhere' })).toMatchObject({
      code: 'NOT_FOUND',
      message: `The working_dir ${dir}/nowhere does not exist`,
    });
    writeFileSync(join(dir, 'file'), '');
    expect(await error({ commands, working_dir: 'file' })).toMatchObject({ code: 'NOT_DIRECTORY' });
  });

  it('is a template without commands', async () => {
    const { error } = await openCliTools();
    expect(await error([])).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'The cli template is not valid: commands holds no command',
    });
  });
});

describe('the environment', () => {
  it('is a short list, what the template sets, and nothing else', async () => {
    const { value } = await openCliTools({ env: { PATH: process.env.PATH, HOME: '/h', OTHER: 'x', LANG: 'C' } });
    const print = (keys: object) =>
      value({ commands: [{ command: 'env | cut -d= -f1 | sort | tr "\\n" " "' }], ...keys });
    const own = 'HELVE_RUN PATH PWD SHLVL _';
    expect(await print({})).toBe(`HELVE_RUN HOME LANG ${own.slice(10)}`);
    expect(await print({ env_vars: { A: '1' } })).toBe(`A HELVE_RUN HOME LANG ${own.slice(10)}`);
    expect(await print({ inherit_env_vars: ['OTHER', 'PATH', 'ABSENT'] })).toBe(`HELVE_RUN OTHER ${own.slice(10)}`);
    expect(await value({ commands: [{ command: 'echo "<$HOME$OTHER>"' }], inherit_env_vars: [] })).toBe('<>');
  });

  it('cannot set the output of a step', async () => {
    const { value } = await openCliTools();
    const commands = [{ command: 'true' }, { command: 'echo "<$CMD_0_OUTPUT$CMD_7_OUTPUT>"' }];
    expect(await value({ commands, env_vars: { CMD_0_OUTPUT: 'fake', CMD_7_OUTPUT: 'fake' } })).toBe('<>');
  });

  it('holds no argument', async () => {
    const { value } = await openCliTools();
    expect(
      await value(['set -a; : UTCP_ARG_x_UTCP_END; env; cat /proc/self/environ /proc/$$/cmdline'], {
        x: 'very-visible',
      }),
    ).not.toContain('very-visible');
  });

  it('keeps its secrets out of errors, details and events', async () => {
    const { call, error, events } = await openCliTools();
    const commands = [
      { command: 'echo "$API_KEY"; echo "$API_KEY" >&2' },
      { command: 'printf %s "$API_KEY" >&2; exit $CODE' },
    ];
    const tool = (CODE: string) => ({ commands, env_vars: { API_KEY: 'sk-12345', CODE } });
    expect(JSON.stringify([await error(tool('1')), (await call(tool('0'))).detail, events])).not.toContain('sk-12345');
    expect(JSON.stringify(events)).toContain('[secret API_KEY]');
  });
});

describe('events', () => {
  it('tell of each step as it begins, prints and ends', async () => {
    const { call, events } = await openCliTools();
    await call(['echo one', 'echo two; exit 0']);
    expect(events.map(({ type, step, text, exitCode }) => [type, step, text ?? exitCode])).toEqual([
      ['step_started', 0, undefined],
      ['step_output', 0, 'one\n'],
      ['step_ended', 0, 0],
      ['step_started', 1, undefined],
      ['step_output', 1, 'two\n'],
      ['step_ended', 1, 0],
    ]);
  });

  it('come while a step runs', async () => {
    const { call, dir } = await openCliTools();
    const go = join(dir, 'go');
    const { value } = await call(
      [`echo first; until [ -e ${go} ]; do sleep 0.02; done; echo done`],
      {},
      {
        onEvent: ({ type }) => {
          if (type === 'step_output') writeFileSync(go, '');
        },
      },
    );
    expect(value).toBe('first\ndone');
  });
});
