import { type Command, type Context, flag, inService, type Programs, type Subject } from '@helve/command';
import { type InputSchema, valibotInput } from '@helve/command/host';
import { formatLine } from '@helve/command/line';
import * as v from 'valibot';
import type { JsonSchema } from '../utcp/manual-format.ts';
import { type Arguments, type GuestParameters, guestParameters, sampleOf } from './parameters.ts';

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
  /** The programs that it starts. */
  readonly programs?: Programs;
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
    summary: firstSentence(guest.description) || 'A tool without a description',
    // What it does is known to its maker alone; a promise to only read is not one to build on.
    effect: 'execute',
    input,
    output: guest.output,
    subject: (given: object): Subject => ({
      ...(wouldBe === guest.module ? {} : { sameAs: [`${wouldBe} ${guest.action}`] }),
      ...(guest.otherName === undefined ? {} : { names: [guest.otherName] }),
      ...(guest.shellLine ? { shellLine: guest.shellLine(made.toArguments(withoutDetail(given))) } : {}),
      ...(guest.programs ? { programs: guest.programs } : {}),
    }),
    tool: {
      name: toolName(guest),
      set: 'toolbox',
      guidance: guest.description.trim(),
      rename: made.rename,
      only: made.parameters.map(({ name }) => name),
    },
    examples: [example(path, input, made, guest.inputs)],
    run: guest.kept ? inService(load) : load,
    ...(guest.render ? { render: guest.render } : {}),
  };
}

/** A parameter of ours, which no tool's own may be called. */
const DETAIL = 'detail';

const OURS = valibotInput(v.object({ [DETAIL]: flag('Also return details of the call') })).parameters;

/** The input of a command whose parameters come from a JSON Schema, which is what they are checked against. */
function jsonSchemaInput(tool: string, schema: JsonSchema, { parameters, ...names }: GuestParameters): InputSchema {
  return {
    parameters: [...parameters, ...OURS],
    source: { jsonSchema: schema },
    parse: async (values) => {
      const { inspectArguments } = await import('../check-arguments.ts');
      const checked = inspectArguments(tool, schema, names.toArguments(withoutDetail(values)));
      if ('args' in checked) {
        return { ok: true, input: { ...names.toInput(checked.args), [DETAIL]: values[DETAIL] === true } };
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
function example(
  path: string,
  input: InputSchema,
  { parameters, rename }: GuestParameters,
  schema: JsonSchema,
): string {
  const values = parameters
    .filter(({ required }) => required)
    .map(({ name, type, options, list }) => {
      const sample = type === 'json' && !list ? sampleOf(schema, rename[name] ?? name) : SAMPLES[type];
      return [name, options?.[0] ?? (list ? [] : sample) ?? 'TEXT'] as const;
    });
  return formatLine({ path, input }, Object.fromEntries(values));
}

const SAMPLES: Readonly<Record<string, unknown>> = { number: 1, boolean: true };

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
