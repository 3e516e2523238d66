/** A model on loopback for the screen: it says so many lines of Markdown, one every so many milliseconds. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';

/** Starts it. A prompt `2000 lines, 5 ms` says what is to be answered; anything else gets a short answer. */
export async function startLineModel() {
  let onAnswer = () => {};
  const model = {
    url: '',
    /** When the last word of the latest answer was said. */
    saidAt: 0,
    /** Resolves with the end of the next answer. */
    answered: () => new Promise((resolve) => (onAnswer = resolve)),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const [, count, every] = /(\d+) lines, (\d+) ms/.exec(promptOf(JSON.parse(body))) ?? [];
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(opening());
    if (count === undefined) response.write(delta('A short answer.\n'));
    else await sayLines(response, markdownLines(Number(count)), Number(every));
    model.saidAt = performance.now();
    response.end(ending(), onAnswer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  model.url = `http://127.0.0.1:${server.address().port}`;
  return model;
}

/** What a long answer ends with. */
export const LAST_LINE = 'That was all.';

/** Text as models write it; what has words has a number of its own too. */
export function markdownLines(count) {
  const lines = Array.from({ length: count - 1 }, (_, index) => LINES[index % LINES.length](`#${index}.`));
  return [...lines, LAST_LINE];
}

const LINES = [
  (id) => `## Part ${id}`,
  () => '',
  (id) =>
    `This is **line ${id}** with \`code\` and a [link](https://example.com/a), long enough to be wrapped by most.`,
  (id) => `And one more sentence of the same paragraph, ${id} of them all.`,
  () => '',
  (id) => `- first point ${id} with *stress*`,
  (id) => `- second point ${id}`,
  () => '',
  () => '```ts',
  (id) => `const value = compute("${id}", { deep: true }); // why`,
  (id) => `if (value > 10) return \`${id}\`;`,
  () => '```',
  () => '',
  () => '| name | value |',
  () => '| --- | --: |',
  (id) => `| row ${id} | 10 |`,
  (id) => `| row ${id} | 200 |`,
  () => '',
];

async function sayLines(response, lines, everyMs) {
  if (everyMs === 0) {
    for (let from = 0; from < lines.length; from += 20) {
      const piece = lines.slice(from, from + 20).map((line) => `${line}\n`);
      if (!response.write(delta(piece.join('')))) await once(response, 'drain');
    }
    return;
  }
  const start = performance.now();
  for (let said = 0; said < lines.length && !response.destroyed; ) {
    // Timers are late on a busy machine: what should have been said by now is.
    const due = Math.min(lines.length, Math.floor((performance.now() - start) / everyMs) + 1);
    for (; said < due; said++) response.write(delta(`${lines[said]}\n`));
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

function promptOf({ messages }) {
  const { content } = messages.at(-1);
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n');
}

function event(data) {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}

function opening() {
  const start = { type: 'message_start', message: { usage: { input_tokens: 100, output_tokens: 1 } } };
  return event(start) + event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } });
}

function delta(text) {
  return event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } });
}

function ending() {
  return (
    event({ type: 'content_block_stop', index: 0 }) +
    event({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 10 } }) +
    event({ type: 'message_stop' })
  );
}
