import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { SERVICE_WORD } from '../words.ts';
import type { StartReport } from './process.ts';

/** Starts a service that outlives this process, and waits for what it says of itself. */
export async function launch(home: string, port: number | undefined): Promise<StartReport> {
  const child = spawn(process.execPath, [binary(), SERVICE_WORD, home, ...(port === undefined ? [] : [String(port)])], {
    detached: true,
    cwd: '/',
    env: ownEnvironment(),
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  const pipe = child.stdio[3] as Readable;
  try {
    return await new Promise<StartReport>((resolve) => {
      let said = '';
      const late = setTimeout(() => {
        child.kill('SIGKILL');
        resolve({ failed: 'it said nothing for too long' });
      }, REPORT_MS);
      child.on('error', (error) => resolve({ failed: error.message }));
      pipe.setEncoding('utf8');
      pipe.on('data', (text: string) => {
        said += text;
      });
      pipe.on('error', (error) => resolve({ failed: error.message }));
      pipe.on('end', () => {
        clearTimeout(late);
        resolve(said === '' ? { failed: 'it ended at once' } : (JSON.parse(said) as StartReport));
      });
    });
  } finally {
    pipe.destroy();
    child.unref();
  }
}

const REPORT_MS = 20_000;

/** The bundle's own file, from one of its chunks or from the sources beside it. */
function binary(): string {
  const beside = join(import.meta.dirname, '../helve.cjs');
  return existsSync(beside) ? beside : join(import.meta.dirname, '../../dist/helve.cjs');
}

/**
 * The service must be the same whoever starts it, and each request brings its caller's environment. What a caller marks
 * its children with, so as to find and end them, is not passed on.
 */
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|HELVE_SERVICE_\w+|HELVE_MAX_SESSIONS|HELVE_MAX_THREADS|HELVE_SESSION_MB|HELVE_KEEP_SESSIONS|HELVE_KEEP_SESSION_DAYS)$/.test(
        name,
      ),
    ),
  );
}
