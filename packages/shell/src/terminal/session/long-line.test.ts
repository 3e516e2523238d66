import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Output as ExecResult } from '../../commands/terminal/exec.ts';
import { openSessions } from '../../testing/session-project.ts';

const BYTES = 10 * 1024 * 1024;
const PRINT = `head -c ${BYTES} /dev/zero | tr '\\0' x; echo; echo after`;

test('a line of ten megabytes that a session prints is read whole', async () => {
  const { start, read } = await openSessions();
  const { sessionId, initialOutput } = await start({ command: PRINT });
  const first = await read(sessionId, { until: 'exit', maxBytes: 16, timeoutSeconds: 100 });
  let text = initialOutput + first.output;
  for (let hasMore = true; hasMore; ) {
    const result = await read(sessionId, { maxBytes: 1024 * 1024 });
    text += result.output;
    hasMore = result.hasMore;
  }
  expect({ length: text.length, end: text.slice(-9) }).toEqual({ length: BYTES + 7, end: 'xx\nafter\n' });
}, 120_000);

test('a line of ten megabytes that a run prints is in the file that its result names', async () => {
  const { run } = await openSessions();
  const { stdout, spilled } = (await run('terminal exec', { command: PRINT, timeoutSeconds: 120 })).data as ExecResult;
  const file = spilled?.[0];
  expect({ complete: file?.complete, isShort: stdout.length < 31_000, end: stdout.slice(-9) }).toEqual({
    complete: true,
    isShort: true,
    end: 'xx\nafter\n',
  });
  expect((await readFile(file?.path ?? '', 'utf8')) === `${'x'.repeat(BYTES)}\nafter\n`).toBe(true);
}, 120_000);

test('a line of ten megabytes that is typed arrives whole', async () => {
  const { start, write, read } = await openSessions();
  const command = `stty raw -echo; printf 'ready '; head -c ${BYTES} | md5sum`;
  const { sessionId, initialOutput } = await start({ command });
  expect(initialOutput).toBe('ready ');
  const line = Array.from({ length: BYTES / 16 }, (_, index) => String(index).padStart(16, '.')).join('');
  const { status, responseOutput } = await write(sessionId, line, { timeoutSeconds: 110 });
  const { output } = await read(sessionId, { until: 'exit' });
  expect(status).toBe('sent');
  expect(responseOutput + output).toContain(createHash('md5').update(line).digest('hex'));
}, 120_000);
