/** A conversation of many messages, as a log that `helve -r` goes on with. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const USAGE = { input: 100, output: 10, cacheRead: 0, cacheWrite: 0 };

/** Writes it into a home and gives its id. Of four messages one is a prompt, one a call, one its result, one an answer. */
export async function writeLongConversation(home, count) {
  const id = '20260101-000000-long';
  const folder = join(home, 'projects', 'long');
  const text = (words) => [{ type: 'text', text: words }];
  const bodies = [{ type: 'start', version: 1, cwd: '/long' }];
  for (let index = 0; bodies.length <= count; index++) {
    const call = { type: 'toolCall', id: `call_${index}`, name: 'Read', input: { file_path: `src/file-${index}.ts` } };
    const answer = { type: 'assistant', model: 'claude-sonnet-5-5', usage: USAGE, cost: 0.01 };
    bodies.push(
      {
        type: 'user',
        origin: 'prompt',
        content: text(`Question ${index}: what does this file do, and why? `.repeat(2)),
      },
      { ...answer, content: [...text('Let me look.'), call], stopReason: 'toolCalls' },
      {
        type: 'toolResult',
        callId: call.id,
        name: 'Read',
        content: text(`${index}\tconst value = compute(${index});\n`.repeat(12)),
        outcome: 'ok',
        brief: 'read',
        durationMs: 1,
      },
      { ...answer, content: text(`It computes value ${index}. `.repeat(10)), stopReason: 'end' },
    );
  }
  const lines = bodies.map((body, index) => {
    const place = { id: `e${index}`, parent: index === 0 ? null : `e${index - 1}`, time: '2026-01-01T00:00:00.000Z' };
    return `${JSON.stringify({ ...place, ...body })}\n`;
  });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${id}.jsonl`), lines.join(''));
  return id;
}
