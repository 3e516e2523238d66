import { CommandError } from '@helve/command';
import type { JsonObject } from '@helve/settings';
import type { CompactionTrigger } from '../log/entry.ts';
import type { TurnHooks } from '../loop/hooks.ts';
import { textOf, type ToolCallPart } from '../model/message.ts';
import type { ToolReply } from '../tools/tool.ts';
import type { CallView } from './call-subject.ts';
import type { HookEvent } from './events.ts';
import type { HookSubject, Hooks } from './hooks.ts';
import { loadedSince, type LoadedFiles } from './loaded-files.ts';
import { changedTasks } from './tasks.ts';

export interface HookedConversation {
  readonly id: string;
  /** The file of its log. */
  readonly file: string;
  readonly resumed: boolean;
  readonly mode: () => string;
  /** How hooks see a call; absent: as it is. */
  readonly viewCall?: (call: ToolCallPart) => Promise<CallView>;
  /** The instruction files that the model is given from the beginning. */
  readonly instructions?: () => readonly string[];
}

/** How long hooks at the end may keep a conversation from ending. */
const PATIENCE_MS = 10_000;

/** Lets the hooks of the settings step into the turns of a conversation. */
export function hookTurns(hooks: Hooks, conversation: HookedConversation): TurnHooks {
  const { id, file, resumed, mode, viewCall = plainView, instructions = () => [] } = conversation;
  let begun = false;
  let stopping = false;
  /** Why a hook wants the turn to end: no further request is made in it, also not by its subagents. */
  let stop: string | undefined;
  const loaded: LoadedFiles = { entries: 0 };

  const stepsFor = (agent?: string): TurnHooks => {
    const who = agent === undefined ? {} : { agent_type: agent };
    const fire = async (event: HookEvent, subject: Subject, more: JsonObject, signal: AbortSignal) => {
      const about = { session_id: id, transcript_path: file, permission_mode: mode(), ...who, ...more };
      const fired = await hooks.fire(
        event,
        typeof subject === 'string' ? { names: [subject] } : subject,
        about,
        signal,
      );
      stop ??= fired.stop;
      return fired;
    };
    const tellLoaded = async (paths: readonly string[], reason: string, signal: AbortSignal) => {
      for (const path of paths)
        await fire('InstructionsLoaded', reason, { file_path: path, load_reason: reason }, signal);
    };
    return {
      beforePrompt: async (prompt, { signal, log }, origin, command) => {
        if (origin === 'prompt') stop = undefined;
        const words: string[] = [...hooks.takeLate().context];
        if (!begun) {
          begun = true;
          const source = resumed ? 'resume' : 'startup';
          words.push(...(await fire('SessionStart', source, { source }, signal)).context);
          loaded.entries = log.entries.length;
          if (hooks.has('InstructionsLoaded')) await tellLoaded(instructions(), 'session_start', signal);
        }
        stopping = false;
        const { block, context } = await fire('UserPromptSubmit', undefined, { prompt }, signal);
        if (block !== undefined) return { block };
        const expanded = command
          ? await fire(
              'UserPromptExpansion',
              command.name,
              { expansion_type: 'slash_command', command_name: command.name, command_args: command.args, prompt },
              signal,
            )
          : { context: [] };
        if ('block' in expanded && expanded.block !== undefined) return { block: expanded.block };
        const all = [...words, ...context, ...expanded.context];
        return all.length > 0 ? { note: all.join('\n\n') } : undefined;
      },
      beforeRequest: async ({ log, signal }) => {
        if (stop !== undefined)
          throw new CommandError('CANCELLED', `A hook ended the turn: ${stop}`, { retry: 'never' });
        const { context, wake } = hooks.takeLate();
        for (const text of [...context, ...wake]) log.append({ type: 'note', text });
        if (hooks.has('InstructionsLoaded')) await tellLoaded(loadedSince(log, loaded), 'nested_traversal', signal);
      },
      beforeTool: async (call, { signal, log }) => {
        for (const { event, task } of changedTasks(call, log)) {
          const { block } = await fire(event, undefined, task, signal);
          if (block !== undefined) return { deny: block };
        }
        if (!hooks.has('PreToolUse')) return undefined;
        const view = await viewCall(call);
        const about = { tool_name: view.name, tool_input: view.input, tool_use_id: call.id };
        const { block, permission, input, context } = await fire('PreToolUse', view, about, signal);
        if (block !== undefined) return { deny: block };
        if (input && view.onLine) return { deny: `a hook changes the input of ${view.name}, which a line cannot take` };
        if (!permission && !input && context.length === 0) return undefined;
        return {
          input: input ?? call.input,
          ...(permission ? { permission } : {}),
          ...(context.length > 0 ? { note: context.join('\n\n') } : {}),
        };
      },
      beforeAsk: async (call, { decision }, { signal }) => {
        const view = await viewCall(call);
        const about = { tool_name: view.name, tool_input: view.input, reason: decision.reason };
        const { block, permission, input } = await fire('PermissionRequest', view, about, signal);
        if (block !== undefined) return { allow: false, reason: block };
        if (permission === 'allow') return input && !view.onLine ? { allow: true, input } : { allow: true };
        const message = `${call.name} needs your permission`;
        const type = 'permission_prompt';
        await fire('Notification', type, { message, notification_type: type }, signal);
        return undefined;
      },
      afterTool: async (call, reply, { signal }) => {
        const event = AFTER[reply.outcome] ?? 'PostToolUseFailure';
        if (!hooks.has(event)) return undefined;
        const view = await viewCall(call);
        const said = textOf(reply.content);
        const about = { tool_name: view.name, tool_input: view.input, tool_use_id: call.id };
        const how = event === 'PostToolUse' ? {} : event === 'PermissionDenied' ? { reason: said } : { error: said };
        const { block, context } = await fire(
          event,
          view,
          { ...about, ...how, tool_response: responseOf(reply) },
          signal,
        );
        const words = [...(block === undefined ? [] : [`A hook objects to ${call.name}: ${block}`]), ...context];
        return words.length > 0 ? words.join('\n\n') : undefined;
      },
      afterBatch: async (results, { signal }) => {
        const calls = results.map(({ call, reply }) => ({
          tool_name: call.name,
          tool_input: call.input,
          tool_use_id: call.id,
          tool_response: responseOf(reply),
        }));
        const { block, context } = await fire('PostToolBatch', undefined, { tool_calls: calls }, signal);
        stop ??= block;
        return context.length > 0 ? context.join('\n\n') : undefined;
      },
      beforeEnd: async (answer, { signal }) => {
        if (agent !== undefined) {
          return (await fire('SubagentStop', agent, { last_assistant_message: answer }, signal)).block;
        }
        const about = { stop_hook_active: stopping, last_assistant_message: answer };
        const { block } = await fire('Stop', undefined, about, signal);
        const { wake } = hooks.takeLate();
        const words = [...(block === undefined ? [] : [block]), ...wake];
        stopping ||= words.length > 0;
        return words.length > 0 ? words.join('\n\n') : undefined;
      },
      afterFailure: async (error, { signal }) => {
        const kind = failureOf(error);
        await fire('StopFailure', kind, { error: kind, error_details: error.message }, signal);
      },
      beforeSubagentEnd: async (name, answer, { signal }) =>
        (await fire('SubagentStop', name, { agent_type: name, last_assistant_message: answer }, signal)).block,
      beforeCompact: async ({ trigger, focus }, { signal }) => {
        const kind = inHookWords(trigger);
        const about = { trigger: kind, custom_instructions: focus ?? '' };
        const { block, context } = await fire('PreCompact', kind, about, signal);
        return { ...(block === undefined ? {} : { block }), notes: context };
      },
      afterCompact: async ({ trigger = 'auto', summary }, { signal }) => {
        const kind = inHookWords(trigger);
        await fire('PostCompact', kind, { trigger: kind, compact_summary: summary }, signal);
      },
      onClose: async () => {
        const patience = AbortSignal.timeout(PATIENCE_MS);
        if (begun) await fire('SessionEnd', 'other', { reason: 'other' }, patience);
        await hooks.close(patience);
      },
      // Nobody prompts a subagent, and no session ends with it.
      forAgent: (name) => ({
        ...stepsFor(name),
        beforePrompt: async (_, { signal }) => {
          const { context } = await fire('SubagentStart', name, { agent_type: name }, signal);
          return context.length > 0 ? { note: context.join('\n\n') } : undefined;
        },
        afterFailure: async () => {},
        onClose: async () => {},
      }),
    };
  };
  return stepsFor();
}

type Subject = HookSubject | string | undefined;

const AFTER: Partial<Record<ToolReply['outcome'], HookEvent>> = { ok: 'PostToolUse', denied: 'PermissionDenied' };

/** The kinds of failure that hooks know. */
const FAILURES: Readonly<Record<string, string>> = {
  OVERLOADED: 'overloaded',
  RATE_LIMITED: 'rate_limit',
  AUTH_REQUIRED: 'authentication_failed',
  PROVIDER_FAILED: 'server_error',
};

function failureOf({ code, details }: CommandError): string {
  const status = Number(details?.status);
  if (code === 'PROVIDER_FAILED' && status >= 400 && status < 500) return 'invalid_request';
  return FAILURES[code] ?? 'unknown';
}

function responseOf({ content, outcome }: ToolReply): JsonObject {
  return { content: textOf(content), outcome, is_error: outcome !== 'ok' };
}

async function plainView({ name, input }: ToolCallPart): Promise<CallView> {
  return { name, input, names: [name], onLine: false };
}

/** Hooks know two reasons for a compaction: the user's wish, and all others. */
function inHookWords(trigger: CompactionTrigger): 'auto' | 'manual' {
  return trigger === 'manual' ? 'manual' : 'auto';
}
