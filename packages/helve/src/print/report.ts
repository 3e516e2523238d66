import type { CommandError } from '@helve/command';
import { describeError, type ExitCode, exitCodeOf, type Streams } from '@helve/doors';
import type { AssistantPart, Conversation, ConversationEvent, StopReason, TurnResult, Usage } from '@helve/assistant';
import type { OutputFormat } from './flags.ts';

/** How a turn ended, for scripts. */
export type Subtype =
  | 'success'
  | 'error_tool_refused'
  | 'error_provider'
  | 'error_prompt_refused'
  | 'error_during_execution'
  | 'error_refusal'
  | 'error_max_turns'
  | 'error_max_cost'
  | 'error_invalid_answer'
  | 'error_unverified'
  | 'error_interrupted'
  | 'error_usage';

/** What print mode has to say of a turn. */
export interface PrintResult {
  readonly turn: TurnResult;
  readonly durationMs: number;
  /** With --json-schema: the answer as data, or why it is none. */
  readonly structured?: { readonly data: unknown } | { readonly problem: string };
}

export interface ReportOptions {
  readonly format: OutputFormat;
  readonly partial: boolean;
  readonly tools: readonly string[];
  readonly model: string;
  readonly cwd: string;
  readonly permissionMode: string;
  /** A turn that changed files fails unless all checks passed after the last change. */
  readonly requireVerified: boolean;
}

/** Writes what happens in the form that was asked for. */
export class Report {
  readonly #streams: Streams;
  readonly #options: ReportOptions;
  readonly #conversation: Conversation;
  #writing: Promise<void> = Promise.resolve();
  /** Why nothing can be written any more: the reader has left. */
  #broken: { readonly error: unknown } | undefined;

  constructor(streams: Streams, conversation: Conversation, options: ReportOptions) {
    this.#streams = streams;
    this.#options = options;
    this.#conversation = conversation;
    if (options.format !== 'stream-json') {
      conversation.subscribe((event) => this.#warnOfRetry(event));
      return;
    }
    const { cwd, model, tools, permissionMode } = options;
    this.#line({ type: 'system', subtype: 'init', cwd, model, tools, permission_mode: permissionMode });
    conversation.subscribe((event) => this.#event(event));
  }

  /** The end of a turn; gives the exit code. */
  async result(result: PrintResult): Promise<ExitCode> {
    const subtype = subtypeOf(result, this.#options.requireVerified);
    const { turn } = result;
    if (this.#options.format === 'text') {
      const answer = answerOf(result);
      if (answer !== '') this.#write(withNewline(answer));
      const says = complaintOf(subtype, result);
      const receipt = turn.receipt?.reason === 'noChecks' ? undefined : turn.receipt;
      if (says !== undefined) this.#streams.writeError(`error: ${says}\n`);
      for (const { summary } of turn.violations ?? []) this.#streams.writeError(`${summary}\n`);
      if (receipt && subtype !== 'error_unverified') this.#streams.writeError(`${receipt.summary}\n`);
    } else this.#line({ ...resultLine(subtype, result), context: this.#conversation.context });
    await this.#writing;
    if (this.#broken) throw this.#broken.error;
    return subtype === 'success' ? 0 : subtype === 'error_interrupted' ? 130 : 1;
  }

  #warnOfRetry(event: ConversationEvent): void {
    if (event.type === 'agent') return this.#warnOfRetry(event.event);
    if (event.type === 'fallback') {
      return this.#streams.writeError(
        `warning: ${event.error.message}; ${event.to} answers instead of ${event.from}\n`,
      );
    }
    if (event.type !== 'retry') return;
    const { attempt, waitMs, error } = event;
    const seconds = Math.ceil(waitMs / 1000);
    this.#streams.writeError(`warning: ${error.message}; retry ${attempt} in ${seconds} s\n`);
  }

  /** `parent` is the call that began the subagent in which it happens. */
  #event(event: ConversationEvent, parent: string | null = null): void {
    const within = parent === null ? {} : { parent_tool_use_id: parent };
    if (event.type === 'agent') this.#event(event.event, parent ?? event.callId);
    else if (event.type === 'answer') {
      const { content, model, usage, stopReason } = event.entry;
      const stop = stopReason === undefined ? null : STOP_REASONS[stopReason];
      const message = { type: 'message', role: 'assistant', model, content: content.flatMap(toBlock) };
      this.#line({ type: 'assistant', message: { ...message, stop_reason: stop, usage: toUsage(usage) }, ...within });
    } else if (event.type === 'toolEnd') {
      const { callId, content, outcome } = event.entry;
      const parts = content.map((part) =>
        part.type === 'text' ? part : { type: part.type, media_type: part.mediaType },
      );
      const result = { type: 'tool_result', tool_use_id: callId, content: parts, is_error: outcome !== 'ok' };
      this.#line({ type: 'user', message: { role: 'user', content: [result] }, ...within });
    } else if (event.type === 'retry') {
      const { attempt, waitMs, error } = event;
      this.#line({ type: 'system', subtype: 'retry', attempt, wait_ms: waitMs, error: error.report() });
    } else if (event.type === 'fallback') {
      const { from, to, error } = event;
      this.#line({ type: 'system', subtype: 'model_fallback', from_model: from, to_model: to, error: error.report() });
    } else if (event.type === 'compacted') {
      const { trigger, report } = event.entry;
      this.#line({ type: 'system', subtype: 'compact_boundary', compact_metadata: { trigger, ...report } });
    } else if (event.type === 'compactionFailed') {
      const { trigger, error } = event;
      this.#line({ type: 'system', subtype: 'compact_failed', compact_metadata: { trigger }, error: error.report() });
    } else if (event.type === 'text' && this.#options.partial && parent === null) {
      const delta = { type: 'text_delta', text: event.text };
      this.#line({ type: 'stream_event', event: { type: 'content_block_delta', delta } });
    }
  }

  #line(object: object): void {
    this.#write(`${JSON.stringify({ ...object, session_id: this.#conversation.id })}\n`);
  }

  #write(text: string): void {
    this.#writing = this.#writing
      .then(() => (this.#broken ? undefined : this.#streams.write(text)))
      .catch((error: unknown) => {
        this.#broken ??= { error };
        void this.#conversation.abort();
      });
  }
}

/** Something was wrong before there was a conversation. */
export async function reportUnready(error: CommandError, format: OutputFormat, streams: Streams): Promise<ExitCode> {
  if (format !== 'text') {
    const line = { type: 'result', subtype: 'error_usage', is_error: true, result: '', error: error.report() };
    await streams.write(`${JSON.stringify(line)}\n`);
  }
  streams.writeError(`error: ${describeError(error)}\n`);
  const code = exitCodeOf(error);
  // Without a key nothing was tried: that is a matter of configuration.
  return code === 1 && error.code === 'AUTH_REQUIRED' ? 2 : code;
}

function subtypeOf({ turn, structured }: PrintResult, requireVerified: boolean): Subtype {
  switch (turn.outcome) {
    case 'success':
      if (structured && 'problem' in structured) return 'error_invalid_answer';
      if (turn.denials.length > 0) return 'error_tool_refused';
      return requireVerified && turn.receipt && turn.receipt.state !== 'verified' ? 'error_unverified' : 'success';
    case 'failed':
      return failureOf(turn.error?.code);
    case 'refused':
      return 'error_refusal';
    case 'maxTurns':
      return 'error_max_turns';
    case 'maxCost':
      return 'error_max_cost';
    case 'cancelled':
      return 'error_interrupted';
  }
}

/** Failures of a provider; the code of an error says whose it was. */
const PROVIDER_CODES: ReadonlySet<string> = new Set([
  'PROVIDER_FAILED',
  'RATE_LIMITED',
  'AUTH_REQUIRED',
  'CONTEXT_TOO_LONG',
]);

function failureOf(code: string | undefined): Subtype {
  if (code === 'PERMISSION_DENIED') return 'error_prompt_refused';
  return code !== undefined && PROVIDER_CODES.has(code) ? 'error_provider' : 'error_during_execution';
}

/** With a schema, only the JSON: what the model said around it is not the answer. */
function answerOf({ turn, structured }: PrintResult): string {
  return structured && 'data' in structured ? JSON.stringify(structured.data) : turn.text;
}

function complaintOf(subtype: Subtype, { turn, structured }: PrintResult): string | undefined {
  switch (subtype) {
    case 'success':
      return undefined;
    case 'error_tool_refused':
      return turn.denials.map(({ reason }) => reason).join('\n');
    case 'error_invalid_answer':
      return structured && 'problem' in structured ? structured.problem : undefined;
    case 'error_unverified':
      return turn.receipt?.summary;
    case 'error_max_turns':
      return 'Turn limit reached before the work was done';
    case 'error_max_cost':
      return 'Spending limit reached before the work was done';
    case 'error_refusal':
      return 'The model refused';
    default:
      return turn.error ? describeError(turn.error) : subtype;
  }
}

function resultLine(subtype: Subtype, { turn, durationMs, structured }: PrintResult): object {
  const { text, error, requests, cost, usage, denials, receipt, violations } = turn;
  const says = error ? error.report() : undefined;
  return {
    type: 'result',
    subtype,
    is_error: subtype !== 'success',
    result: text,
    ...(structured && 'data' in structured ? { structured_output: structured.data } : {}),
    ...(structured && 'problem' in structured ? { problem: structured.problem } : {}),
    num_turns: requests,
    duration_ms: durationMs,
    total_cost_usd: cost,
    usage: toUsage(usage),
    permission_denials: denials.map(({ call, reason }) => ({
      tool_name: call.name,
      tool_use_id: call.id,
      tool_input: call.input,
      reason,
    })),
    ...(receipt ? { verification: receipt } : {}),
    ...(violations ? { rule_violations: violations } : {}),
    ...(says ? { error: says } : {}),
  };
}

/** As Claude Code and the Messages API name them. */
const STOP_REASONS: Readonly<Record<StopReason, string>> = {
  end: 'end_turn',
  toolCalls: 'tool_use',
  maxOutput: 'max_tokens',
  contextFull: 'model_context_window_exceeded',
  refusal: 'refusal',
  pause: 'pause_turn',
};

function toUsage({ input, output, cacheRead, cacheWrite }: Usage): object {
  return {
    input_tokens: input,
    output_tokens: output,
    cache_read_input_tokens: cacheRead,
    cache_creation_input_tokens: cacheWrite,
  };
}

function toBlock(part: AssistantPart): readonly object[] {
  if (part.type === 'text') return [part];
  if (part.type === 'thinking') return part.redacted ? [] : [{ type: 'thinking', thinking: part.text }];
  return [{ type: 'tool_use', id: part.id, name: part.name, input: part.input }];
}

function withNewline(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
