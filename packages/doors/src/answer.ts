import {
  type Command,
  type CommandError,
  type ContentPart,
  type ErrorReport,
  type Facts,
  inWords,
  type Registry,
  runCommand,
  type Say,
  toCommandError,
  type Wording,
} from '@helve/command';
import type { EnvelopeMaker, ModelRendering } from '@helve/command/host';
import { type ExplainRequest, type Invocation, withGlobals } from '@helve/command/line';
import type { ReadStdin } from './read-sources.ts';
import type { Caller } from '@helve/policy';

/** What became of a command, before a door gives it its form. */
export type Answer = Success | Failure;

export interface Success {
  readonly ok: true;
  readonly data: unknown;
  readonly warnings: readonly Wording[];
  /** The command did its work; what it ran has failed. */
  readonly reportsFailure?: true | undefined;
  /** Printed without an envelope. */
  readonly bare?: true | undefined;
  readonly envelope?: EnvelopeMaker | undefined;
  readonly facts?: Facts | undefined;
  /** The result as a model, a person, or somebody in a hurry wants it. */
  readonly model: (say?: Say) => string | readonly ContentPart[];
  readonly person: () => string;
  readonly brief: () => string;
}

export interface Failure {
  readonly ok: false;
  readonly error: CommandError;
  readonly warnings: readonly Wording[];
  readonly envelope?: EnvelopeMaker | undefined;
  /** What the caller has called it. */
  readonly requestId?: string | undefined;
}

/** The form in which an answer leaves the process: one JSON object. */
export type Envelope =
  | { readonly ok: true; readonly data: unknown; readonly warnings?: readonly string[] }
  | { readonly ok: false; readonly error: ErrorReport; readonly warnings?: readonly string[] };

/** Runs what was parsed. Never throws: what goes wrong is part of the answer. */
export async function answer(
  registry: Registry,
  parsed: Invocation | ExplainRequest,
  caller: Caller,
  stdin?: ReadStdin,
): Promise<Answer> {
  const warnings = parsed.kind === 'command' ? parsed.warnings : [];
  const form = parsed.kind === 'command' ? await formOf(registry, parsed.command) : {};
  try {
    const here = withGlobals(caller, parsed.globals);
    if (parsed.kind === 'explain') {
      const { EXPLANATION_RENDERING, explain } = await import('./explain.ts');
      const explanation = await explain(registry, parsed.line, here);
      return success(explanation, parsed, { render: EXPLANATION_RENDERING }, []);
    }
    const { input, within } = await readInput(parsed, here, stdin);
    if (parsed.command.intercept) {
      const { runIntercepted } = await import('./intercept.ts');
      const data = await runIntercepted(registry, parsed.command, input, within);
      if (data !== undefined) return success(data, input, parsed.command, warnings);
    }
    const outcome = await runCommand(parsed.command, input, within);
    const said = [...warnings, ...outcome.warnings];
    return {
      ...form,
      facts: outcome.facts,
      ...success(
        outcome.data,
        outcome.input,
        parsed.command,
        said,
        outcome.facts,
        await modelOf(registry, parsed.command),
      ),
    };
  } catch (thrown) {
    return { ok: false, error: toCommandError(thrown), warnings, ...form, requestId: caller.reach.requestId };
  }
}

/** How the module of a command has its answers printed as JSON, where that is not the usual way. */
export async function formOf(
  registry: Registry,
  command: Command | undefined,
): Promise<Pick<Success, 'bare' | 'envelope'>> {
  const [name = '', ...action] = command?.path.split(' ') ?? [];
  const module = registry.module(name);
  return {
    ...(module?.envelope ? { envelope: await module.envelope() } : {}),
    ...(module?.bare?.includes(action.join(' ')) ? { bare: true } : {}),
  };
}

/** How the module of a command shows its results to a model, where the command does not say. */
async function modelOf(registry: Registry, { path, render }: Command): Promise<ModelRendering | undefined> {
  return render?.model ? undefined : registry.module(path.split(' ')[0] ?? '')?.model?.();
}

/** The input, with `@file` and `-` read, and the caller with the time that is left; most lines have neither. */
async function readInput(invocation: Invocation, caller: Caller, stdin: ReadStdin | undefined) {
  if (invocation.sources.length === 0) return { input: invocation.input, within: caller };
  return (await import('./read-sources.ts')).readSources(invocation, caller, stdin);
}

export function toEnvelope(given: Answer): Envelope {
  const warnings = given.warnings.length > 0 ? { warnings: inLineWords(given.warnings) } : {};
  return given.ok
    ? { ok: true, data: given.data, ...warnings }
    : { ok: false, error: given.error.report(), ...warnings };
}

/** An answer as one line of JSON. */
export function toJsonLine(given: Answer): string {
  return `${JSON.stringify(toObject(given))}\n`;
}

function toObject(given: Answer): unknown {
  const { envelope } = given;
  if (given.ok && given.bare) return given.data;
  if (!envelope) return toEnvelope(given);
  const warnings = inLineWords(given.warnings);
  return given.ok
    ? envelope({ ok: true, data: given.data, facts: given.facts ?? {}, warnings })
    : envelope({ ok: false, error: given.error.report(), warnings, requestId: given.requestId });
}

/** Warnings with the names that a command line has. */
export function inLineWords(warnings: readonly Wording[]): readonly string[] {
  return warnings.map((warning) => inWords(warning));
}

/** An error in words: what happened, where on the line, and what to try next. */
export function describeError(error: CommandError): string {
  const excerpt = error.details?.excerpt;
  return [error.message, typeof excerpt === 'string' ? excerpt : undefined, error.hint].filter(Boolean).join('\n');
}

function success(
  data: unknown,
  input: object,
  { render, reportsFailure }: Pick<Command, 'render' | 'reportsFailure'>,
  warnings: readonly Wording[],
  facts: Facts = {},
  usual: ModelRendering = (result) => JSON.stringify(result),
): Success {
  const model = (say: Say = inWords) => render?.model?.(data, input, facts, say) ?? usual(data, facts);
  // A person is not told whose words they are.
  const plainly = () => (render?.model ? asText(model()) : JSON.stringify(data));
  return {
    ok: true,
    data,
    warnings,
    ...(reportsFailure?.(data) ? { reportsFailure: true } : {}),
    model,
    person: () => render?.person?.(data, input, facts, inWords) ?? plainly(),
    brief: () => shorten(render?.brief?.(data, input, facts) ?? plainly()),
  };
}

function asText(content: string | readonly ContentPart[]): string {
  if (typeof content === 'string') return content;
  return content.map((part) => ('text' in part ? part.text : `[${part.inlineData.mimeType}]`)).join('\n');
}

const BRIEF_LENGTH = 200;

function shorten(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > BRIEF_LENGTH ? `${line.slice(0, BRIEF_LENGTH - 3)}...` : line;
}
