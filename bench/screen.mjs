/** What the screen costs: on a real terminal, against a model on loopback. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ratio, takeTurns } from './measure.mjs';
import { LAST_LINE, markdownLines, startLineModel } from './screen-model.mjs';
import { openTerminal } from './screen-terminal.mjs';

const TURNS = 2000;
const IDLE_MS = 10_000;
const ROWS = 24;

export async function screenRows() {
  const model = await startLineModel();
  const folder = await mkdtemp(join(tmpdir(), 'helve-bench-'));
  const env = {
    ...process.env,
    HELVE_HOME: join(folder, '.home'),
    COLORTERM: 'truecolor',
    ANTHROPIC_API_KEY: 'test-key',
    ANTHROPIC_BASE_URL: model.url,
  };
  const start = (args, size = {}) => openTerminal(process.execPath, args, { cwd: folder, env, rows: ROWS, ...size });
  const open = (size, ...flags) => start([...flags, resolve('packages/helve/dist/helve.cjs')], size);
  try {
    return [
      await firstPaint(open, start),
      ...(await streaming(open, model, { count: 2000, everyMs: 5, seconds: 3 })),
      ...(await streaming(open, model, { count: 20_000, everyMs: 0, seconds: 6 })),
      await manyTurns(open, model),
      ...(await idle(open, model)),
    ];
  } finally {
    model.close();
    await rm(folder, { recursive: true });
  }
}

/** The input is there, and keys are read: raw mode is on before anything is written. */
async function firstPaint(open, start) {
  const opened = [];
  const helve = async () => {
    const terminal = open();
    opened.push(terminal);
    await terminal.shows('Ask, or');
  };
  const times = await takeTurns([helve, () => start(['-e', '0']).exited], 15);
  await Promise.all(opened.map((terminal) => terminal.close()));
  return ratio('first paint with an input that accepts keys', 'node -e 0', times, 5);
}

/** A long answer: what it costs, and how long after the model's last word all of it is seen. */
async function streaming(open, model, { count, everyMs, seconds }) {
  const terminal = open();
  await terminal.shows('Context');
  await terminal.silence();
  const recorded = terminal.record();
  const before = terminal.bytes();
  terminal.type(`${count} lines, ${everyMs} ms\r`);
  const seenAt = await terminal.shows(LAST_LINE);
  await terminal.silence();
  const text = markdownLines(count).reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
  const written = terminal.bytes() - before;
  const name = `${count.toLocaleString('en')} lines${everyMs > 0 ? `, one every ${everyMs} ms` : ' at once'}`;
  const rows = [
    row(`${name}: processor`, terminal.processor() / 1000, 's', seconds),
    row(`${name}: most memory`, terminal.mostMemory(), 'MB', 200),
    {
      ...row(`${name}: bytes written`, written / text, 'x', 3),
      against: 'bytes of the text',
      detail: `${written} / ${text}`,
    },
    row(`${name}: shown after it was said`, Math.max(0, seenAt - model.saidAt), 'ms', everyMs > 0 ? 200 : 5000),
    row(`${name}: finished rows written again`, writtenAgain(recorded()), 'rows', 0),
  ];
  await terminal.close();
  return rows;
}

/** How many rows were written when so many later ones had been that they could not be in the window any more. */
function writtenAgain(written) {
  const ids = [...written.matchAll(/#(\d+)\./g)].map(([, id]) => Number(id));
  let latest = 0;
  return ids.filter((id) => {
    latest = Math.max(latest, id);
    return id < latest - ROWS;
  }).length;
}

/** Many short turns: what is kept of them. */
async function manyTurns(open, model) {
  const terminal = await openForTurns(open, model);
  await terminal.turn(1);
  const before = terminal.memory();
  for (let index = 2; index <= TURNS; index++) await terminal.turn(index);
  const after = terminal.memory();
  await terminal.close();
  return {
    ...row(`${TURNS.toLocaleString('en')} turns: more memory than after one`, after - before, 'MB', 100),
    detail: `${Math.round(before)} MB to ${Math.round(after)} MB`,
  };
}

/**
 * What the screen does when nothing happens any more. V8 looks every 8 s whether it can give memory back, and does so once,
 * up to a minute after the last work: that is neither ours nor at a known time, so it is turned off.
 */
async function idle(open, model) {
  const terminal = await openForTurns(open, model, '--no-memory-reducer');
  for (let index = 1; index <= 20; index++) await terminal.turn(index);
  // The connection to the model is closed a few seconds after the last turn.
  await rest(IDLE_MS);
  const [processor, wakes] = [terminal.processor(), terminal.wakes()];
  await rest(IDLE_MS);
  const rows = [
    row('nothing happens for 10 s: processor', terminal.processor() - processor, 'ms', 0),
    row('nothing happens for 10 s: times that it woke', terminal.wakes() - wakes, '', 2),
  ];
  await terminal.close();
  return rows;
}

async function openForTurns(open, model, ...flags) {
  // The number of messages is not shown where there is little room.
  const terminal = open({ columns: 120 }, ...flags);
  await terminal.shows('Context');
  const turn = async (index) => {
    const answered = model.answered();
    terminal.type(`Question ${index}\r`);
    await answered;
    await terminal.shows(`msgs: ${index * 2}`);
  };
  return { ...terminal, turn };
}

function rest(ms) {
  return new Promise((done) => setTimeout(done, ms));
}

function row(name, value, unit, atMost) {
  return { name, value, unit, against: '-', atMost, detail: '' };
}
