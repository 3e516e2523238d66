import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSessions, type SessionProject } from '../../testing/session-project.ts';

/** asciinema reads keys from its terminal, so it runs in a session too. */
async function asciinema({ start, exit }: SessionProject, words: string) {
  const { sessionId } = await start({ command: `asciinema ${words}` });
  return exit(sessionId);
}

test('asciinema gives back every byte of an exported recording', async () => {
  const project = await openSessions();
  const { sessionId } = await project.start();
  await project.write(sessionId, `printf '\\033[31mred\\033[0m 東京 \\a\\342\\200\\250 \\001\\n'{enter}`);
  await project.run('terminal session resize', { sessionId, cols: 100, rows: 30 });
  await project.write(sessionId, 'seq 1 2000; exit{enter}');
  await project.exit(sessionId);
  await project.run('terminal session export', { sessionId, to: 'out.cast' });
  const { exitCode } = await asciinema(project, 'cat out.cast > printed');
  const printed = await readFile(join(project.dir, 'printed'));
  const log = await readFile(join(project.home, 'sessions', sessionId, 'output.log'));
  expect({ exitCode, same: printed.equals(log) }).toEqual({ exitCode: 0, same: true });
});

test('asciinema plays a recording to its end, also one whose beginning is not kept any more', async () => {
  const project = await openSessions({}, { HELVE_SESSION_MB: '1' });
  await project.start({ sessionId: 'short', command: 'echo first; echo last-of-short' });
  await project.start({ sessionId: 'long', command: 'seq -f "line %099.f" 1 12000; echo last-of-long' });
  for (const sessionId of ['short', 'long']) {
    await project.exit(sessionId);
    const { data } = await project.run('terminal session export', { sessionId, to: `${sessionId}.cast` });
    expect('dropped' in (data as object)).toBe(sessionId === 'long');
    const { exitCode, screen } = await asciinema(project, `play -s 1000 -i 0.01 ${sessionId}.cast`);
    expect({ exitCode, shown: screen?.rows.includes(`last-of-${sessionId}`) }).toEqual({ exitCode: 0, shown: true });
  }
});
