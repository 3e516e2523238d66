import { type Command, type Context, flag, inKeeper, type Subject } from '@helve/command';
import { type InputSchema, valibotInput } from '@helve/command/host';
import { formatLine } from '@helve/command/line';
import * as v from 'valibot';
import type { JsonSchema } from '../utcp/manual-format.ts';
import { type Arguments, type GuestParameters, guestParameters } from './parameters.ts';

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
  /** It uses something that is kept beyond a call, such as a connection. */
  readonly kept?: boolean;
  /** What rules of other programs call it. */
  readonly otherName?: string;
  /** The shell line that it would run with these arguments. */
  readonly shellLine?: (args: Arguments) => string;
  /** Calls the tool with arguments that were checked against its schema. */
  readonly call: (args: Arguments, context: Context, detail: boolean) => Promise<unknown>;
}

/**
 * Makes a command of a tool, so that every door offers it and the policy covers it. A rule about the name that its source
 * would have holds also where it could not have it.
 */
export function guestCommand(guest: Guest, wouldBe: string): Command {
  const made = guestParameters(guest.inputs);
  const path = `${guest.module} ${guest.action}`;
  const input = jsonSchemaInput(path, guest.inputs, made);
  const load = async () => (given: object, context: Context) =>
    guest.call(made.toArguments(withoutDetail(given)), context, DETAIL in given && given[DETAIL] === true);
  return {
    path,
    summary: firstSentence(guest.description) || 'A tool that says nothing of itself',
    // What it does is known to its maker alone; a promise to only read is not one to build on.
    effect: 'execute',
    input,
    output: guest.output,
    subject: (given: object): Subject => ({
      ...(wouldBe === guest.module ? {} : { sameAs: [`${wouldBe} ${guest.action}`] }),
      ...(guest.otherName === undefined ? {} : { names: [guest.otherName] }),
      ...(guest.shellLine ? { shellLine: guest.shellLine(made.toArguments(withoutDetail(given))) } : {}),
    }),
    tool: {
      name: toolName(guest),
      set: 'toolbox',
      guidance: guest.description.trim(),
      rename: made.rename,
      only: made.parameters.map(({ name }) => name),
    },
    examples: [example(path, input, made)],
    run: guest.kept ? inKeeper(load) : load,
    ...(guest.render ? { render: guest.render } : {}),
  };
}

/** A parameter of ours, which no tool's own may be called. */
const DETAIL = 'detail';

const OURS = valibotInput(v.object({ [DETAIL]: flag('Also tell how it went, as far as that is known') })).parameters;

/** The input of a command whose parameters come from a JSON Schema, which is what they are checked against. */
function jsonSchemaInput(tool: string, schema: JsonSchema, { parameters, ...names }: GuestParameters): InputSchema {
  return {
    parameters: [...parameters, ...OURS],
    source: { jsonSchema: schema },
    parse: async (values) => {
      const { inspectArguments } = await import('../check-arguments.ts');
      const checked = inspectArguments(tool, schema, names.toArguments(withoutDetail(values)));
      if ('args' in checked) {
        const { args, warning } = checked;
        const input = { ...names.toInput(args), [DETAIL]: values[DETAIL] === true };
        return { ok: true, input, ...(warning === undefined ? {} : { warnings: [warning] }) };
      }
      const problems = checked.problems.map(({ at, phrase }) => {
        const [theirs = ''] = at.split('.');
        const [parameter = theirs] = Object.keys(names.toInput({ [theirs]: undefined }));
        return { parameter, phrase, ...(at === theirs ? {} : { at }) };
      });
      return { ok: false, problems, hint: checked.hint };
    },
  };
}

/** A line that shows what it must be given. */
function example(path: string, input: InputSchema, { parameters }: GuestParameters): string {
  const values = parameters
    .filter(({ required }) => required)
    .map(({ name, type, options, list }) => [name, options?.[0] ?? (list ? [] : SAMPLES[type]) ?? 'TEXT'] as const);
  return formatLine({ path, input }, Object.fromEntries(values));
}

const SAMPLES: Readonly<Record<string, unknown>> = { number: 1, boolean: true, json: {} };

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
