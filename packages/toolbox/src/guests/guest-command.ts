import { type Command, type Context, flag, parametersOf } from '@helve/command';
import { formatLine } from '@helve/command/line';
import * as v from 'valibot';
import type { JsonSchema } from '../utcp/manual.ts';
import { guestParameters } from './parameters.ts';

/** A tool that lives elsewhere, as far as a command needs to know it. */
export interface Guest {
  readonly module: string;
  readonly action: string;
  /** What it is called where it lives. */
  readonly ownName: string;
  readonly description: string;
  readonly inputs: JsonSchema;
  readonly output: Command['output'];
  readonly render: Command['render'];
  /** It uses what is kept beyond a call, such as a connection. */
  readonly lives?: 'service';
  /** What rules of other programs call it. */
  readonly alsoNamed?: string;
  /** The shell line that it would run with these arguments. */
  readonly shellLine?: (args: Arguments) => string;
  readonly call: (args: Arguments, context: Context, detail: boolean) => Promise<unknown>;
}

export type Arguments = Readonly<Record<string, unknown>>;

/**
 * Makes a command of a tool, so that every door offers it and the policy covers it. A rule about the name that its source
 * would have holds also where it could not have it.
 */
export function guestCommand(guest: Guest, wouldBe: string): Command {
  const { input, rename, toArguments } = guestParameters(guest.inputs);
  const { lives, alsoNamed, shellLine, render } = guest;
  return {
    path: `${guest.module} ${guest.action}`,
    summary: firstSentence(guest.description) || 'A tool that says nothing of itself',
    // What it does is known to its maker alone; a promise to only read is not one to build on.
    effect: 'execute',
    input: v.object({ ...input.entries, [DETAIL]: flag('Also tell how it went, as far as that is known') }),
    output: guest.output,
    jsonSchema: { input: guest.inputs },
    ...(lives ? { lives } : {}),
    ...(wouldBe === guest.module ? {} : { standsFor: () => [`${wouldBe} ${guest.action}`] }),
    ...(alsoNamed === undefined ? {} : { alsoNamed: () => [alsoNamed] }),
    ...(shellLine ? { shellLine: (given: object) => shellLine(toArguments(withoutDetail(given))) } : {}),
    tool: {
      name: toolName(guest),
      set: 'toolbox',
      guidance: guest.description.trim(),
      rename,
      only: Object.keys(input.entries),
    },
    examples: [example(guest, input)],
    run: async () => (given: object, context: Context) =>
      guest.call(toArguments(withoutDetail(given)), context, DETAIL in given && given[DETAIL] === true),
    ...(render ? { render } : {}),
  };
}

/** A line that shows what it must be given. */
function example({ module, action }: Guest, input: Command['input']): string {
  const path = `${module} ${action}`;
  const needed = parametersOf({ input }).filter(({ required }) => required);
  const values = needed.map(
    ({ name, type, options, list }) => [name, options?.[0] ?? (list ? [] : SAMPLES[type]) ?? 'TEXT'] as const,
  );
  return formatLine({ path, input }, Object.fromEntries(values));
}

const SAMPLES: Readonly<Record<string, unknown>> = { number: 1, boolean: true, json: {} };

/** A parameter of ours, which no tool's own may be called. */
const DETAIL = 'detail';

function withoutDetail(given: object): object {
  return Object.fromEntries(Object.entries(given).filter(([name]) => name !== DETAIL));
}

/** Longer names are refused by some clients. */
const LONGEST_NAME = 64;

function toolName({ module, action }: Guest): string {
  return `${module}_${action}`.replaceAll(/[^\w-]/g, '_').slice(0, LONGEST_NAME);
}

function firstSentence(description: string): string {
  const [line = ''] = description.trim().split('\n');
  const end = line.search(/[.!?](\s|$)/);
  return (end < 0 ? line : line.slice(0, end)).trim();
}
