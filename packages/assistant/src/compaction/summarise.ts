import { CommandError, toCommandError } from '@helve/command';
import type { ConversationLog } from '../log/conversation-log.ts';
import { estimateTokens, fit } from '../log/fit.ts';
import { messagesOf } from '../log/messages.ts';
import { repair } from '../log/repair.ts';
import type { Budget } from '../loop/limits.ts';
import { type Answer, Draft } from '../model/draft.ts';
import { type Message, text, textOf } from '../model/message.ts';
import { type Model, outputRoom } from '../model/models.ts';
import type { Effort, ModelRequest, Provider, ToolDeclaration } from '../model/provider.ts';
import { addUsage, costOf, NO_USAGE, type Usage } from '../model/usage.ts';

/** What a summary is made with: all that a turn asks its model with. */
export interface Asking {
  readonly log: ConversationLog;
  readonly provider: Provider;
  readonly model: Model;
  readonly effort: Effort | undefined;
  readonly system: string;
  readonly declarations: readonly ToolDeclaration[];
  readonly budget: Budget;
  readonly signal: AbortSignal;
}

export interface Summary {
  readonly text: string;
  readonly usage: Usage;
}

/** How much less is sent when the provider says that it was too much. */
const SMALLER = 0.6;
const MOST_TRIES = 4;

/**
 * Has the model write the summary. The request is the conversation as it was sent before with one more message, so that
 * the provider finds nearly all of it in its cache. Where that is too long, old results are left out; where the model
 * calls tools instead, it is asked again with the conversation as a text.
 */
export async function summarise(asking: Asking, prompt: string, share: number): Promise<Summary> {
  let usage = NO_USAGE;
  let limit = asking.model.window * share;
  let asText = false;
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await ask(asking, requestFor(asking, prompt, limit, asText));
      usage = addUsage(usage, answer.usage);
      const said = textOf(answer.content).trim();
      if (said !== '' && answer.stopReason === 'end') return { text: said, usage };
      if (attempt >= MOST_TRIES || asText) throw noSummary(asking.model, answer);
      asText = true;
    } catch (thrown) {
      const error = toCommandError(thrown);
      if (error.code !== 'CONTEXT_TOO_LONG' || attempt >= MOST_TRIES) throw error;
      limit *= SMALLER;
    }
  }
}

function requestFor(asking: Asking, prompt: string, limit: number, asText: boolean): ModelRequest {
  const { log, model, system, effort, declarations } = asking;
  const overhead = (system.length + JSON.stringify(declarations).length + prompt.length) / 4;
  const told = fit(messagesOf(log.chain()), Math.max(1000, limit - overhead));
  const asked: Message = { role: 'user', content: [text(prompt)] };
  const messages: readonly Message[] = asText
    ? [{ role: 'user', content: [text(told.map(asTranscript).join('\n\n')), ...asked.content] }]
    : [...told, asked];
  return {
    model,
    system,
    tools: asText ? [] : declarations,
    messages: repair(messages, model),
    effort,
    maxOutput: outputRoom(model, estimateTokens(messages) + overhead),
    conversation: log.id,
  };
}

async function ask({ provider, model, signal, budget }: Asking, request: ModelRequest): Promise<Answer> {
  const draft = new Draft(model.id);
  try {
    for await (const event of provider.stream(request, { signal })) draft.add(event);
    signal.throwIfAborted();
    return draft.answer();
  } finally {
    const { usage } = draft.answer();
    budget.spend(costOf(usage, model) ?? 0, usage);
  }
}

function asTranscript({ role, content }: Message): string {
  const parts = content.map((part) => {
    switch (part.type) {
      case 'text':
        return part.text;
      case 'toolCall':
        return `[called ${part.name} ${JSON.stringify(part.input)}]`;
      case 'toolResult':
        return `[result: ${textOf(part.content)}]`;
      default:
        return '';
    }
  });
  return `${role}: ${parts.filter((part) => part !== '').join('\n')}`;
}

function noSummary({ name }: Model, { stopReason }: Answer): CommandError {
  return new CommandError('PROVIDER_FAILED', `${name} gave no summary (it stopped with ${stopReason ?? 'nothing'})`, {
    hint: 'The conversation is unchanged. Try again, or start a new one.',
  });
}
