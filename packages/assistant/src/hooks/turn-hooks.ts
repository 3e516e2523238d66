import { CommandError } from '@helve/command';
import type { JsonObject } from '@helve/settings';
import { textOf } from '../model/message.ts';
import type { CompactionTrigger } from '../log/entry.ts';
import type { TurnHooks } from '../loop/hooks.ts';
import type { Hooks } from './hooks.ts';

export interface HookedConversation {
  readonly id: string;
  /** The file of its log. */
  readonly file: string;
  readonly resumed: boolean;
  readonly mode: () => string;
}

/** How long hooks at the end may keep a conversation from ending. */
const PATIENCE_MS = 10_000;

/** Lets the hooks of the settings step into the turns of a conversation. */
export function hookTurns(hooks: Hooks, conversation: HookedConversation): TurnHooks {
  const { id, file, resumed, mode } = conversation;
  let begun = false;
  let stopping = false;
  /** Why a hook wants the turn to end: no further request is made in it, also not by its subagents. */
  let stop: string | undefined;
  const fire = async (
    event: Parameters<Hooks['fire']>[0],
    subject: string | undefined,
    more: JsonObject,
    signal: AbortSignal,
  ) => {
    const about = { session_id: id, transcript_path: file, permission_mode: mode(), ...more };
    const fired = await hooks.fire(event, subject, about, signal);
    stop ??= fired.stop;
    return fired;
  };
  const steps: TurnHooks = {
    beforePrompt: async (prompt, { signal }, origin) => {
      if (origin === 'prompt') stop = undefined;
      const words: string[] = [];
      if (!begun) {
        begun = true;
        const source = resumed ? 'resume' : 'startup';
        words.push(...(await fire('SessionStart', source, { source }, signal)).context);
      }
      stopping = false;
      const { block, context } = await fire('UserPromptSubmit', undefined, { prompt }, signal);
      if (block !== undefined) return { block };
      const all = [...words, ...context];
      return all.length > 0 ? { note: all.join('\n\n') } : undefined;
    },
    beforeRequest: async () => {
      if (stop === undefined) return;
      throw new CommandError('CANCELLED', `A hook ended the turn: ${stop}`, { retry: 'never' });
    },
    beforeTool: async (call, { signal }) => {
      const about = { tool_name: call.name, tool_input: call.input, tool_use_id: call.id };
      const { block, permission, input, context } = await fire('PreToolUse', call.name, about, signal);
      if (block !== undefined) return { deny: block };
      if (!permission && !input && context.length === 0) return undefined;
      return {
        input: input ?? call.input,
        ...(permission ? { permission } : {}),
        ...(context.length > 0 ? { note: context.join('\n\n') } : {}),
      };
    },
    beforeAsk: async (call, { decision }, { signal }) => {
      const about = { tool_name: call.name, tool_input: call.input, reason: decision.reason };
      const { block, permission, input } = await fire('PermissionRequest', call.name, about, signal);
      if (block !== undefined) return { allow: false, reason: block };
      if (permission === 'allow') return input ? { allow: true, input } : { allow: true };
      const message = `${call.name} needs your permission`;
      const type = 'permission_prompt';
      await fire('Notification', type, { message, notification_type: type }, signal);
      return undefined;
    },
    afterTool: async (call, { content, outcome }, { signal }) => {
      const response = { content: textOf(content), outcome, is_error: outcome !== 'ok' };
      const about = { tool_name: call.name, tool_input: call.input, tool_use_id: call.id, tool_response: response };
      const { block, context } = await fire('PostToolUse', call.name, about, signal);
      const words = [...(block === undefined ? [] : [`A hook objects to ${call.name}: ${block}`]), ...context];
      return words.length > 0 ? words.join('\n\n') : undefined;
    },
    beforeEnd: async (answer, { signal }) => {
      const about = { stop_hook_active: stopping, last_assistant_message: answer };
      const { block } = await fire('Stop', undefined, about, signal);
      stopping ||= block !== undefined;
      return block;
    },
    beforeSubagentEnd: async (agent, answer, { signal }) =>
      (await fire('SubagentStop', agent, { agent_type: agent, last_assistant_message: answer }, signal)).block,
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
      if (begun) await fire('SessionEnd', 'other', { reason: 'other' }, AbortSignal.timeout(PATIENCE_MS));
    },
    // Nobody prompts a subagent, and no session ends with it.
    forAgent: (agent) => ({
      ...steps,
      beforePrompt: async () => undefined,
      beforeEnd: async (answer, turn) => steps.beforeSubagentEnd?.(agent, answer, turn),
      onClose: async () => {},
    }),
  };
  return steps;
}

/** Hooks know two reasons for a compaction: the user's wish, and all others. */
function inHookWords(trigger: CompactionTrigger): 'auto' | 'manual' {
  return trigger === 'manual' ? 'manual' : 'auto';
}
