import type { SessionConfigOption, SessionUpdate, ToolCallContent, ToolCallUpdate } from '@agentclientprotocol/sdk';
import type * as v2 from '@agentclientprotocol/sdk/experimental/v2';
import { printedIn } from '../session/tool-call.ts';
import { gitPatch } from './patch.ts';

/** Says in the words of version 2 what was said in those of version 1. Commands of the shell get terminals of their own. */
export class Translator {
  readonly #cwd: string;
  /** Calls that run a command of the shell. */
  readonly #commands = new Set<string>();

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  updates(update: SessionUpdate): readonly v2.SessionUpdate[] {
    switch (update.sessionUpdate) {
      case 'user_message_chunk':
      case 'agent_message_chunk':
      case 'agent_thought_chunk':
        return [{ ...update, messageId: update.messageId ?? '' }];
      case 'tool_call':
      case 'tool_call_update':
        return this.#callUpdates(update);
      case 'plan':
        return [{ sessionUpdate: 'plan_update', plan: { type: 'items', planId: 'todos', entries: update.entries } }];
      case 'available_commands_update':
        return [{ ...update, availableCommands: update.availableCommands.map(toCommand) }];
      case 'config_option_update':
        return [{ ...update, configOptions: update.configOptions.map(toConfigOption) }];
      // The mode is one of the options.
      case 'current_mode_update':
        return [];
      default:
        return [update];
    }
  }

  #callUpdates(update: ToolCallUpdate & { readonly sessionUpdate: string }): readonly v2.SessionUpdate[] {
    const { toolCallId, content, status } = update;
    if (update.name === 'Bash') this.#commands.add(toolCallId);
    const call: v2.SessionUpdate = { ...toCall(update), sessionUpdate: 'tool_call_update' };
    if (!this.#commands.has(toolCallId)) return [call];
    const terminalId = `terminal-${toolCallId}`;
    const shown = { ...call, content: [{ type: 'terminal' as const, terminalId }] };
    const isOver = status === 'completed' || status === 'failed';
    const begun: v2.SessionUpdate[] =
      update.title && update.rawInput !== undefined
        ? [{ sessionUpdate: 'terminal_update', terminalId, command: update.title, cwd: this.#cwd }]
        : [];
    if (!content && !isOver) return begun.length > 0 ? [...begun, shown] : [call];
    const data = Buffer.from(printedIn(content ?? [])).toString('base64');
    const ended = isOver ? { exitStatus: status === 'completed' ? { exitCode: 0 } : {} } : {};
    if (isOver) this.#commands.delete(toolCallId);
    return [...begun, { sessionUpdate: 'terminal_update', terminalId, output: { data }, ...ended }, shown];
  }
}

/** What is known of a call. */
export function toCall({ content, ...call }: ToolCallUpdate): v2.ToolCallUpdate {
  return { ...call, ...(content ? { content: content.map(toContent) } : {}) };
}

function toContent(content: ToolCallContent): v2.ToolCallContent {
  if (content.type !== 'diff') return content;
  const { path, oldText, newText } = content;
  const isNew = oldText === null || oldText === undefined;
  return {
    type: 'diff',
    changes: [isNew ? { operation: 'add', path } : { operation: 'modify', path }],
    patch: { format: 'git_patch', text: gitPatch(path, oldText ?? undefined, newText) },
  };
}

export function toConfigOption({ id, ...option }: SessionConfigOption): v2.SessionConfigOption {
  // Ours are lists of options without groups.
  return { ...option, configId: id } as v2.SessionConfigOption;
}

interface NamedCommand {
  readonly name: string;
  readonly description: string;
  readonly input?: { readonly hint: string } | null;
}

export function toCommand({ name, description, input }: NamedCommand): v2.AvailableCommand {
  return { type: 'command', name, description, ...(input ? { input: { type: 'text', hint: input.hint } } : {}) };
}
