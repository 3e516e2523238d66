import { openSandbox } from '../kit/helve.ts';

export interface Ran {
  readonly status: string;
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly sandbox?: { readonly needs: readonly object[] };
}

/** A repository with a commit, and a way to run a line in it as an agent does in mode default: in the sandbox. */
export async function openRepository(files: Readonly<Record<string, string>> = {}, settings?: object) {
  const sandbox = await openSandbox({ 'a.txt': 'a\n', ...files }, settings);
  const git = (...args: string[]) => sandbox.run('git', args);
  await git('config', '--global', 'user.name', 'A');
  await git('config', '--global', 'user.email', 'a@b.c');
  await git('init', '-qb', 'main');
  await git('add', '-A');
  await git('commit', '-qm', 'first');
  const run = async (command: string, timeoutSeconds = 50): Promise<Ran> => {
    const exec = ['terminal', 'exec', '--permission-mode', 'default', '--timeout-seconds', String(timeoutSeconds)];
    const { stdout, stderr } = await sandbox.helve([...exec, '--command', command]);
    const { data } = JSON.parse(stdout) as { data?: Ran };
    return data ?? { status: 'refused', exitCode: null, stdout, stderr };
  };
  return { ...sandbox, git, run };
}
