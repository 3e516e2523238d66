/**
 * Takes a lock again and again and adds one to a counter each time, for tests that kill its process. Its one argument is
 * the folder with the lock and the counter. Prints `holding` each time, `done` after the release, and `overlap` when it
 * finds another holder.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withFileLock } from '../home/file-lock.ts';
import { identityOf } from '../home/process-identity.ts';

async function main(folder: string): Promise<void> {
  const [inside, counter] = [join(folder, 'inside'), join(folder, 'counter')];
  for (;;) {
    await withFileLock(join(folder, 'lock'), async () => {
      if (isInside(inside)) process.stdout.write('overlap\n');
      writeFileSync(inside, String(process.pid));
      writeFileSync(`${counter}.${process.pid}`, String(Number(readFileSync(counter, 'utf8')) + 1));
      process.stdout.write('holding\n');
      await new Promise((resolve) => setTimeout(resolve, 5));
      renameSync(`${counter}.${process.pid}`, counter);
      rmSync(inside);
    });
    process.stdout.write('done\n');
  }
}

/** Whether a process that still runs has left its number. */
function isInside(file: string): boolean {
  try {
    return identityOf(Number(readFileSync(file, 'utf8'))) !== undefined;
  } catch {
    return false;
  }
}

void main(process.argv[2] ?? '');
