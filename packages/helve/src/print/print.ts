import { CommandError, type Registry, toCommandError } from '@helve/command';
import { type ExitCode, renderDeclaration, type Streams } from '@helve/doors';
import {
  addUsage,
  type AnswerSchema,
  type Conversation,
  describeCompaction,
  NO_USAGE,
  type OpenedConversation,
  openConversation,
  type Prompt,
  readAnswerSchema,
} from '@helve/assistant';
import { type AssistantFlags, type OutputFormat, PRINT, readPrintFlags } from './flags.ts';
import { readMessages, readPrompt } from './input.ts';
import { createCaller, enterFolder } from '../caller.ts';
import { type PrintResult, Report, reportUnready } from './report.ts';

interface PrintProcess {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** `helve -p`: asks the assistant, writes its answer, and says with what code to exit. */
export async function runPrint(
  registry: Registry,
  args: readonly string[],
  streams: Streams,
  { version, ...from }: PrintProcess & { readonly version: string },
): Promise<ExitCode> {
  try {
    const flags = await readPrintFlags(args);
    if (!flags.help && !flags.version) return await converse(registry, flags, streams, from);
    await streams.write(flags.help ? renderDeclaration(PRINT) : `${version}\n`);
    return 0;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EPIPE') throw thrown;
    return reportUnready(toCommandError(thrown), formatOf(args), streams);
  }
}

async function converse(
  registry: Registry,
  flags: AssistantFlags,
  streams: Streams,
  from: PrintProcess,
): Promise<ExitCode> {
  const schema = flags.jsonSchema === undefined ? undefined : await readAnswerSchema(flags.jsonSchema, from);
  const warn = (notice: string) => streams.writeError(`warning: ${notice}\n`);
  const cwd = await enterFolder(from.cwd, flags.cwd);
  const [opened, prompt] = await Promise.all([
    openConversation({ registry, createCaller, cwd, env: from.env, warn, writer: 'helve -p' }, flags),
    flags.inputFormat === 'text' ? readPrompt(flags.prompt, streams) : flags.prompt,
  ]);
  const { conversation, caller, understand } = opened;
  if (flags.requireVerified) await needChecks(opened);
  caller.notices.forEach(warn);
  const report = new Report(streams, conversation, {
    format: flags.outputFormat,
    partial: flags.partial,
    tools: conversation.tools.map(({ name }) => name),
    model: conversation.model.id,
    cwd: caller.place.cwd,
    permissionMode: caller.authority.policy.mode,
    requireVerified: flags.requireVerified === true,
  });
  const stop = () => void conversation.abort();
  from.signal.addEventListener('abort', stop, { once: true });
  if (from.signal.aborted) stop();
  try {
    let code: ExitCode = 0;
    const carryOut = async (each: Prompt) => {
      const focus = compactFocus(each, opened);
      if (focus !== undefined) return compact(conversation, focus);
      return ask(conversation, understand(each), schema, flags.maxTurns);
    };
    const prompts = flags.inputFormat === 'text' ? [{ text: prompt }] : messages(prompt, streams, from.signal);
    for await (const each of prompts) code = (await report.result(await carryOut(each))) || code;
    return from.signal.aborted ? INTERRUPTED : code;
  } finally {
    await conversation.close();
  }
}

/** Before anything is spent. */
async function needChecks({ checks, conversation }: OpenedConversation): Promise<void> {
  if ((await checks()).checks.length > 0) return;
  await conversation.close();
  throw new CommandError('INVALID_INPUT', '--require-verified needs checks, and this project names none', {
    hint: 'List commands under "## Checks" in AGENTS.md, or in the settings as {"verify": {"checks": ["npm test"]}}.',
  });
}

const INTERRUPTED: ExitCode = 130;

/** What `/compact …` should keep above all; undefined where a prompt is something else. */
function compactFocus({ text }: Prompt, { skills }: OpenedConversation): string | undefined {
  const found = /^\/compact(?:\s+([\s\S]*))?$/.exec(text.trim());
  if (!found || skills.some(({ name }) => name === 'compact')) return undefined;
  return found[1] ?? '';
}

/** Compacts the conversation, and tells of it as of a turn. */
async function compact(conversation: Conversation, focus: string): Promise<PrintResult> {
  const begun = Date.now();
  const turn = { text: '', requests: 0, usage: NO_USAGE, cost: 0, denials: [] };
  try {
    const entry = await conversation.compact(focus === '' ? undefined : focus);
    const { usage = NO_USAGE, cost = 0 } = entry;
    const text = describeCompaction(entry, conversation.model.window);
    return { turn: { ...turn, outcome: 'success', text, requests: 1, usage, cost }, durationMs: Date.now() - begun };
  } catch (thrown) {
    const error = toCommandError(thrown);
    const outcome = error.code === 'CANCELLED' ? 'cancelled' : 'failed';
    return { turn: { ...turn, outcome, error }, durationMs: Date.now() - begun };
  }
}

/** One turn, and where the answer must fit a schema and does not, one more, if the model may still be asked. */
async function ask(
  conversation: Conversation,
  prompt: Prompt,
  schema?: AnswerSchema,
  maxTurns = Number.POSITIVE_INFINITY,
): Promise<PrintResult> {
  const begun = Date.now();
  if (!schema) return { turn: await conversation.send(prompt), durationMs: Date.now() - begun };
  const first = await conversation.send({ ...prompt, addition: schema.instruction });
  const checked = schema.check(first.text);
  if (first.outcome !== 'success' || 'data' in checked || first.requests >= maxTurns) {
    return { turn: first, structured: checked, durationMs: Date.now() - begun };
  }
  const second = await conversation.send(
    `${checked.problem}. Answer again, with nothing but JSON that fits the schema.`,
  );
  const turn = {
    ...(first.receipt ? { receipt: first.receipt } : {}),
    ...second,
    requests: first.requests + second.requests,
    cost: first.cost + second.cost,
    usage: addUsage(first.usage, second.usage),
    denials: [...first.denials, ...second.denials],
  };
  return { turn, structured: schema.check(second.text), durationMs: Date.now() - begun };
}

async function* messages(first: string, streams: Streams, signal: AbortSignal): AsyncGenerator<Prompt> {
  if (first !== '') yield { text: first };
  yield* readMessages(streams, signal);
}

/** How an error is to be told when the flags themselves are wrong. */
function formatOf(args: readonly string[]): OutputFormat {
  const said = args.join(' ');
  return /--output-format[= ]json/.test(said)
    ? 'json'
    : /--output-format[= ]stream-json/.test(said)
      ? 'stream-json'
      : 'text';
}
