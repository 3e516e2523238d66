import type { AvailableCommand } from '@agentclientprotocol/sdk';
import type { OpenedConversation } from '@helve/assistant';
import { describeConfinement, SANDBOX_SETTINGS } from '@helve/policy';
import { oneOf } from './options.ts';

type Shown = Pick<OpenedConversation, 'conversation' | 'skills' | 'permissions'>;

interface SlashCommand {
  readonly name: string;
  readonly description: string;
  readonly hint?: string;
  /** Does it, and gives what the user is told. */
  readonly run: (args: string, shown: Shown) => Promise<string>;
}

const OWN: readonly SlashCommand[] = [
  {
    name: 'compact',
    description: 'Replace old messages with a summary to make room; undo reverts it',
    hint: '[focus|undo]',
    run: async (args, { conversation }) => {
      if (args === 'undo') {
        conversation.undoCompaction();
        return 'Compaction undone: the model gets the full conversation again.';
      }
      const before = conversation.context.tokens;
      await conversation.compact(args === '' ? undefined : args);
      return `Compacted: ${before} tokens before, ${conversation.context.tokens} after.`;
    },
  },
  {
    name: 'context',
    description: "Show what fills the model's context window",
    run: async (_, { conversation }) => {
      const { tokens, window, percent } = conversation.context;
      const parts = Object.entries(conversation.contextParts).filter(([, count]) => count > 0);
      return [
        `Context window: ${tokens} of ${window} tokens (${percent}%)`,
        ...parts.map(([name, count]) => `- ${name}: ${count}`),
      ].join('\n');
    },
  },
  {
    name: 'cost',
    description: 'Show what this conversation has cost',
    run: async (_, { conversation }) => {
      const { cost, usage, answers } = conversation.totals;
      const { input, output, cacheRead, cacheWrite } = usage;
      return `$${cost.toFixed(4)} for ${answers} answers: ${input} input, ${output} output, ${cacheRead} cached and ${cacheWrite} newly cached tokens.`;
    },
  },
  {
    name: 'sandbox',
    description: 'Show what programs may do, or change the sandbox for this conversation',
    hint: '[auto|required|off]',
    run: async (args, { conversation, permissions }) => {
      if (args !== '') await conversation.setSandbox(oneOf(SANDBOX_SETTINGS, args, 'sandbox setting'));
      if (!permissions) return '';
      const { authority, place } = permissions.caller;
      const confinement = await authority.confinement(place);
      const setting = authority.policy.sandbox?.setting ?? 'off';
      return `Sandbox: ${setting}\n${confinement ? describeConfinement(confinement) : 'Programs run outside the sandbox.'}`;
    },
  },
];

/** What can follow a slash: helve's own commands, and the skills of the user and the project. */
export function availableCommands({ skills }: Pick<Shown, 'skills'>): AvailableCommand[] {
  const names = new Set(OWN.map(({ name }) => name));
  return [
    ...OWN.map(({ name, description, hint }) => ({ name, description, ...(hint ? { input: { hint } } : {}) })),
    ...skills
      .filter(({ name, forUser }) => forUser && !names.has(name))
      .map(({ name, description, argumentHint: hint }) => ({ name, description, input: hint ? { hint } : null })),
  ];
}

/** Runs a line that is one of helve's own commands; undefined where it is none. */
export function runOwnCommand(line: string, shown: Shown): Promise<string> | undefined {
  const [, name, args = ''] = /^\/(\S+)\s*([\s\S]*)$/.exec(line.trim()) ?? [];
  return OWN.find((command) => command.name === name)?.run(args.trim(), shown);
}
