import * as v from 'valibot';
import { type Entry, parseEntry } from '../../log/entry.ts';
import { CHANGES } from '../../rewind/changes.ts';
import { refusedBundle } from './tar.ts';

const Text = v.object({ type: v.literal('text'), text: v.string() });
const Media = v.object({ type: v.literal('media'), mediaType: v.string(), data: v.string() });
const Content = v.array(v.variant('type', [Text, Media]));
const Tokens = v.pipe(v.number(), v.minValue(0));
const Usage = v.object({ input: Tokens, output: Tokens, cacheRead: Tokens, cacheWrite: Tokens });
const Answer = v.variant('type', [
  Text,
  v.looseObject({ type: v.literal('thinking'), text: v.string() }),
  v.looseObject({
    type: v.literal('toolCall'),
    id: v.string(),
    name: v.string(),
    input: v.record(v.string(), v.unknown()),
  }),
]);

/** The entries that a bundle may hold, as far as others rely on their shape. All others stay behind. */
const SHAPES: Readonly<Record<string, v.GenericSchema>> = {
  user: v.looseObject({ content: Content, origin: v.picklist(['prompt', 'steer']), typed: v.optional(v.string()) }),
  assistant: v.looseObject({ content: v.array(Answer), model: v.string(), usage: Usage, cost: v.optional(v.number()) }),
  toolResult: v.looseObject({
    callId: v.string(),
    name: v.string(),
    content: Content,
    outcome: v.picklist(['ok', 'error', 'denied', 'cancelled']),
    brief: v.string(),
    durationMs: v.number(),
  }),
  note: v.looseObject({ text: v.string() }),
  compaction: v.looseObject({ summary: v.string(), keepFrom: v.nullable(v.string()) }),
  compactionUndone: v.looseObject({ compaction: v.string() }),
  title: v.looseObject({ title: v.string() }),
  turnEnd: v.looseObject({ outcome: v.picklist(['success', 'failed', 'cancelled', 'refused', 'maxTurns', 'maxCost']) }),
  extra: v.looseObject({ name: v.string() }),
};

/** Snapshots of files belong to the machine that made them. */
const LEFT_BEHIND: ReadonlySet<string> = new Set([CHANGES]);

/** What goes into a bundle of a conversation: no settings, no choice of a model, no snapshots of files. */
export function portableEntries(chain: readonly Entry[]): readonly Entry[] {
  const kept = chain.filter(
    (entry) => Object.hasOwn(SHAPES, entry.type) && !(entry.type === 'extra' && LEFT_BEHIND.has(entry.name)),
  );
  return kept.map((entry, index) => ({ ...entry, parent: kept[index - 1]?.id ?? null }));
}

export function writeEntries(entries: readonly Entry[]): Buffer {
  return Buffer.from(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
}

/** Reads the log of a bundle; what does not have the shape of an entry is refused. */
export function readEntries(content: Buffer): readonly Entry[] {
  const lines = content
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
  const entries = lines.map((line) => {
    const entry = parseEntry(line);
    const shape = entry && Object.hasOwn(SHAPES, entry.type) ? SHAPES[entry.type] : undefined;
    if (!entry || !shape || typeof entry.time !== 'string' || !v.is(shape, entry)) {
      throw refusedBundle('its conversation has an entry that cannot be read');
    }
    return entry;
  });
  return portableEntries(entries);
}

/** The same with other texts in place of some, wherever they are. */
export function replaceTexts<Value>(value: Value, texts: ReadonlyMap<string, string>): Value {
  if (typeof value === 'string') {
    let text: string = value;
    for (const [old, made] of texts) text = text.replaceAll(old, made);
    return text as Value;
  }
  if (Array.isArray(value)) return value.map((each: unknown) => replaceTexts(each, texts)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaceTexts(each, texts)])) as Value;
}
