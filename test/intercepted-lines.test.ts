import { describe, expect, it } from 'vitest';
import { openSandbox } from './kit/helve.ts';
import { connect } from './kit/mcp.ts';

interface Ran {
  readonly status: string;
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const FILES = { 'a.txt': 'one\n' };
const EXEC = ['terminal', 'exec', '--command'];

describe('a line for helve in terminal exec', () => {
  it.each(['helve', 'codebolt', 'codeboltcmd', '  codebolt'])(
    'that begins with %j is run without a shell',
    async (word) => {
      // No such program is found.
      const { helve } = await openSandbox(FILES);
      const { stdout, code } = await helve([...EXEC, `${word} fs list`]);
      expect([code, JSON.parse(stdout)]).toMatchObject([0, { ok: true, data: { exitCode: 0, stdout: 'a.txt' } }]);
    },
  );

  it('is run through the line and batch doors too', async () => {
    const { helve } = await openSandbox(FILES);
    const { stdout } = await helve(['batch'], `helve terminal exec --command "codebolt fs list"\n`);
    expect(JSON.parse(stdout)).toMatchObject({ data: { exitCode: 0, stdout: 'a.txt' } });
  });

  it('is run for the tool CliRun', async () => {
    const sandbox = await openSandbox(FILES);
    const client = await connect(sandbox);
    const { structuredContent } = await client.call('CliRun', { command: 'codebolt fs list' });
    expect(structuredContent).toMatchObject({ status: 'success', exitCode: 0, stdout: 'a.txt' });
  });

  it('is judged as the command that it names', async () => {
    const { helve } = await openSandbox(FILES, { permissions: { deny: ['fs list'] } });
    const { stdout, code } = await helve([...EXEC, 'codebolt fs list']);
    const { data } = JSON.parse(stdout) as { data: Ran };
    expect([code, data.exitCode, data.stderr]).toEqual([1, 1, expect.stringContaining('PERMISSION_DENIED')]);
  });

  it('works in the folder that is given', async () => {
    const { helve } = await openSandbox({ 'sub/b.txt': '' });
    const { stdout } = await helve([...EXEC, 'codebolt fs list', '--working-directory', 'sub']);
    expect(JSON.parse(stdout)).toMatchObject({ data: { stdout: 'b.txt' } });
  });

  it.each(['codebolt fs list | head', 'codebolt fs list && rm a.txt', 'codebolt fs list\nrm a.txt'])(
    'is refused when only a shell understands it: %j',
    async (line) => {
      const { helve } = await openSandbox(FILES);
      const { stdout, code } = await helve([...EXEC, line]);
      const { data } = JSON.parse(stdout) as { data: Ran };
      expect([code, data.exitCode, data.stderr]).toEqual([1, 2, expect.stringContaining('nothing was run')]);
    },
  );

  it.each(['helve fs list | cat', 'helve fs list\necho done'])('is run by the shell when it can: %j', async (line) => {
    const { helve } = await openSandbox(FILES);
    const { stdout } = await helve([...EXEC, line]);
    expect((JSON.parse(stdout) as { data: Ran }).data.stdout).toContain('"ok":true');
  });
});

describe('the exit code of a command that runs programs', () => {
  it.each([
    ['true', 0],
    ['exit 3', 1],
    ['kill -9 $$', 1],
    ['no-such-program', 1],
    ['sleep 30', 1, '--timeout-seconds', '1'],
    ['codebolt fs read --path none', 1],
    ['codebolt fs read', 1],
  ])('for %j is %i', async (line, code, ...more: string[]) => {
    const { helve } = await openSandbox();
    expect((await helve([...EXEC, line, ...more])).code).toBe(code);
  });

  it('stops what follows in a shell and in a batch', async () => {
    const { run, helve } = await openSandbox();
    expect((await run('sh', ['-c', 'helve terminal exec --command false && echo deployed'])).stdout).not.toContain(
      'deployed',
    );
    const { stdout, code } = await helve(['batch'], 'terminal exec --command false\nfs list\n');
    expect([code, stdout.trim().split('\n')]).toEqual([1, [expect.stringContaining('"exitCode":1')]]);
  });

  it('of terminal watch is that of the last run', async () => {
    const { helve } = await openSandbox();
    const watch = (command: string) => helve(['terminal', 'watch', '--command', command, '--max-runs', '1']);
    expect([(await watch('false')).code, (await watch('true')).code]).toEqual([1, 0]);
  });
});
