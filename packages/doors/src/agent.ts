import {
  boundText,
  type Command,
  type CommandError,
  type ContentPart,
  inWords,
  type Names,
  type Registry,
  type Say,
  toCommandError,
  type Tool,
  type Wording,
} from '@helve/command';
import { asModel, type Caller } from '@helve/policy';
import { answer, type Success } from './answer.ts';
import { inputFromArguments, inToolWords, toolNames } from './tool-input.ts';

/** What a tool gives back, before it takes a protocol's form. */
export type ToolAnswer =
  | {
      readonly ok: true;
      readonly content: string | readonly ContentPart[];
      readonly data?: Readonly<Record<string, unknown>>;
      /** The result in one short line, for a person. */
      readonly brief: string;
    }
  | { readonly ok: false; readonly error: CommandError };

/** The agent door: a model's call of a command, in the words of its tool. Never throws: what fails is an answer too. */
export async function callTool(
  registry: Registry,
  command: Command,
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  caller: Caller,
  nameCall: NonNullable<Names['call']>,
): Promise<ToolAnswer> {
  try {
    const input = inputFromArguments(command, tool, given);
    const answered = await answer(
      registry,
      { kind: 'command', command, input, sources: [], globals: {}, warnings: [] },
      asModel(caller),
    );
    if (!answered.ok) return { ok: false, error: inToolWords(command, tool, answered.error, nameCall) };
    const say = (wording: Wording) => inWords(wording, toolNames(command, tool, nameCall));
    const warnings = answered.warnings.map(say);
    return {
      ok: true,
      content: await contentOf(answered, caller, warnings, say),
      ...dataOf(answered.data, warnings),
      brief: answered.brief(),
    };
  } catch (thrown) {
    return { ok: false, error: inToolWords(command, tool, toCommandError(thrown), nameCall) };
  }
}

async function contentOf(
  answered: Success,
  caller: Caller,
  warnings: readonly string[],
  say: Say,
): Promise<string | readonly ContentPart[]> {
  const content = answered.model(say);
  const notes = warnings.map((warning) => `Warning: ${warning}`).join('\n');
  if (typeof content !== 'string') return [...content, ...(notes ? [{ text: notes }] : [])];
  const spill = { place: caller.place, now: caller.host.now ?? Date.now };
  const bounded = await boundText(content, spill, undefined, say);
  return [bounded, notes].filter(Boolean).join('\n\n');
}

/** Warnings are part of the data: a client may show its model that alone. */
function dataOf(data: unknown, warnings: readonly string[]): { readonly data?: Readonly<Record<string, unknown>> } {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return {};
  const own = 'warnings' in data && Array.isArray(data.warnings) ? (data.warnings as readonly unknown[]) : [];
  return { data: warnings.length > 0 ? { ...data, warnings: [...own, ...warnings] } : { ...data } };
}
