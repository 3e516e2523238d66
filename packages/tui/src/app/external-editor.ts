import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError, readRegularText } from '@helve/command';

/** What a shell ends with where there is no such program. */
const MISSING = 127;

/** Lets the user write a text in their own editor, which has the terminal meanwhile. Gives the text afterwards. */
export async function editElsewhere(
  text: string,
  { env, cwd }: { readonly env: Readonly<Record<string, string | undefined>>; readonly cwd: string },
): Promise<string> {
  const editor = env.VISUAL || env.EDITOR || 'vi';
  const folder = await mkdtemp(join(tmpdir(), 'helve-'));
  try {
    const file = join(folder, 'message.md');
    await writeFile(file, text, { mode: 0o600 });
    // Editors are commands with arguments, as `code --wait`: the shell reads them, and the file comes as a parameter.
    const child = spawn('/bin/sh', ['-c', `${editor} "$1"`, 'sh', file], {
      // An editor can be used also where the folder of the project is gone.
      cwd: existsSync(cwd) ? cwd : folder,
      env,
      stdio: 'inherit',
    });
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject).on('close', resolve);
    });
    if (code === MISSING) {
      throw new CommandError('PROGRAM_MISSING', `The editor ${editor} was not found`, {
        hint: 'Set VISUAL or EDITOR to an installed editor. Your text is kept.',
      });
    }
    if (code !== 0) {
      throw new CommandError('TOOL_FAILED', `${editor} exited with ${code ?? 'a signal'}`, {
        hint: 'Your text is kept.',
      });
    }
    return readRegularText(file).replace(/\n$/, '');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
