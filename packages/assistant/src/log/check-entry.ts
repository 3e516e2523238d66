import type { EntryType } from './entry.ts';

type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const isTime: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** An object with these fields, and whatever others. */
function has(checks: Readonly<Record<string, Check>>): Check {
  const fields = Object.entries(checks);
  return (value) => isObject(value) && fields.every(([name, check]) => check(value[name]));
}

function optional(check: Check): Check {
  return (value) => value === undefined || check(value);
}

const PARTS: Readonly<Record<string, Check>> = {
  text: has({ text: isText }),
  media: has({ mediaType: isText, data: isText }),
  thinking: has({ text: isText, signature: optional(isText) }),
  toolCall: has({ id: isText, name: isText, input: isObject }),
};

function parts(...kinds: readonly string[]): Check {
  return (value) =>
    Array.isArray(value) &&
    value.every((part: unknown) => {
      const kind = isObject(part) ? part.type : undefined;
      return typeof kind === 'string' && kinds.includes(kind) && PARTS[kind]?.(part) === true;
    });
}

const said = parts('text', 'media');
const usage = has({ input: isNumber, output: isNumber, cacheRead: isNumber, cacheWrite: isNumber });
const counts = has({ prompts: isNumber, answers: isNumber, toolResults: isNumber });
const report = has({ before: isNumber, after: isNumber, dropped: counts, shortened: isNumber, kept: isNumber });
const paid = { usage, cost: optional(isNumber) };

/** What readers of the log rely on. Entries of other types are passed on as they are. */
const CHECKS: Readonly<Partial<Record<EntryType, Check>>> = {
  start: has({
    cwd: isText,
    forkedFrom: optional(has({ conversation: isText, entry: isText })),
    agent: optional(has({ name: isText, conversation: isText, call: isText })),
  }),
  user: has({ content: said, typed: optional(isText) }),
  assistant: has({ content: parts('text', 'thinking', 'toolCall'), model: isText, ...paid }),
  toolResult: has({ callId: isText, name: isText, content: said, outcome: isText, brief: isText }),
  note: has({ text: isText }),
  compaction: has({
    summary: isText,
    keepFrom: (value) => value === null || isText(value),
    report: optional(report),
    usage: optional(usage),
    cost: optional(isNumber),
  }),
  compactionUndone: has({ compaction: isText }),
  title: has({ title: isText }),
  spent: has({ what: isText, ...paid }),
  model: has({ model: isText, provider: isText }),
  turnEnd: has({ outcome: isText }),
  extra: has({ name: isText }),
};

/** Whether an entry has what its type promises. Files of a user may have been edited, or written by another program. */
export function isSound(entry: object): boolean {
  const { type, time } = entry as Fields;
  const check = CHECKS[type as EntryType];
  return isTime(time) && (check?.(entry) ?? true);
}
