import {
  boundText,
  type Command,
  type CommandError,
  type ContentPart,
  type Registry,
  toCommandError,
  type Tool,
} from '@helve/command';
import type { Caller } from '@helve/policy';
import { answer, type Success } from './answer.ts';
import { inputFromArguments, inToolWords } from './tool-input.ts';

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
): Promise<ToolAnswer> {
  try {
    const input = inputFromArguments(command, tool, given);
    const answered = await answer(
      registry,
      { kind: 'command', command, input, sources: [], globals: {}, warnings: [] },
      caller,
    );
    if (!answered.ok) return { ok: false, error: inToolWords(command, tool, answered.error) };
    return { ok: true, content: await contentOf(answered, caller), ...dataOf(answered.data), brief: answered.brief() };
  } catch (thrown) {
    return { ok: false, error: toCommandError(thrown) };
  }
}

async function contentOf(answered: Success, caller: Caller): Promise<string | readonly ContentPart[]> {
  const content = answered.model();
  const notes = answered.warnings.map((warning) => `Warning: ${warning}`).join('\n');
  if (typeof content !== 'string') return [...content, ...(notes ? [{ text: notes }] : [])];
  const bounded = await boundText(content, { place: caller.place, now: caller.host.now ?? Date.now });
  return [bounded, notes].filter(Boolean).join('\n\n');
}

function dataOf(data: unknown): { readonly data?: Readonly<Record<string, unknown>> } {
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? { data: { ...data } } : {};
}
