import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inWords, type Registry, runCommand } from '@helve/command';
import { type Caller, confines, under } from '@helve/policy';
import type { Entry } from '../log/entry.ts';
import { viewOf } from '../log/messages.ts';
import type { TurnHooks } from '../loop/hooks.ts';
import { EXIT_PLAN_MODE } from '../tools/exit-plan-mode.ts';
import { type Instructions, tellInstructions } from './instructions.ts';

/** The name under which the log keeps which files were told. */
export const TOLD = 'instructions';
const GIT = '[Git, when this was said: ';
const MOST_LINES = 30;
/** A repository that takes longer to look at is not worth the wait. */
const PATIENCE_MS = 2_000;

/**
 * What the model is told as the conversation goes on: the state of the repository with the first prompt, and instructions
 * of folders below when something there is touched. In the messages and not in the system prompt, which stays the same so
 * that the provider finds it in its cache. What a compaction took away is told again.
 */
export function contextHooks(
  instructions: Instructions,
  { registry, caller }: { readonly registry: Registry; readonly caller: () => Caller },
): TurnHooks {
  return {
    beforePrompt: async (_, { log }) => {
      const { entries } = viewOf(log.chain());
      if (entries.some((entry) => entry.type === 'note' && entry.text.startsWith(GIT))) return undefined;
      const state = await gitState(instructions.root, registry, caller());
      return state === undefined ? undefined : { note: `${GIT}${state}]` };
    },
    afterTool: async (_, reply, { log }, { touches }) => {
      if (reply.outcome === 'denied' || touches.length === 0) return undefined;
      const told = toldIn(viewOf(log.chain()).entries);
      const found = touches.flatMap(({ path }) => {
        const files = instructions.onTheWayTo(path, told);
        for (const file of files) told.add(file.path);
        return files;
      });
      if (found.length === 0) return undefined;
      log.append({ type: 'extra', name: TOLD, data: found.map(({ path }) => path) });
      return tellInstructions(found);
    },
  };
}

function toldIn(entries: readonly Entry[]): Set<string> {
  const paths = entries.flatMap((entry) =>
    entry.type === 'extra' && entry.name === TOLD && Array.isArray(entry.data) ? (entry.data as readonly string[]) : [],
  );
  return new Set(paths);
}

/** The branch and what has changed, in few lines; nothing where there is no repository, or it may not be looked at. */
async function gitState(root: string, registry: Registry, caller: Caller): Promise<string | undefined> {
  if (!existsSync(join(root, '.git'))) return undefined;
  try {
    const command = await registry.get('git status');
    const { data, input } = await runCommand(
      command,
      {},
      { ...under(caller, { ask: undefined }), reach: { ...caller.reach, timeout: PATIENCE_MS } },
    );
    const said = command.render?.model?.(data, input, {}, inWords);
    if (typeof said !== 'string') return undefined;
    const lines = said.split('\n');
    const more = lines.length - MOST_LINES;
    return [...lines.slice(0, MOST_LINES), ...(more > 0 ? [`… and ${more} more`] : [])].join('\n');
  } catch {
    return undefined;
  }
}

const BEGUN = '[Plan mode: ';
const READ_ONLY = 'you can read everything and change nothing; calls that change something are refused.';
const CONFINED = 'you can read everything and run any program in Bash; all files are read-only.';
const PLANNING = ' Answer with a plan of what you would do.';
const ASKING = ` When it is complete, call ${EXIT_PLAN_MODE}.`;
const OVER = '[Plan mode has ended: you may carry out the plan.]';

/**
 * Tells the model of plan mode, when it begins and when it is over, also within a turn: it should plan, and not find out
 * by being refused. What a compaction took away is told again. `asks`: it can ask the user whether to carry the plan out.
 */
export function modeHooks(caller: () => Caller, asks = false): TurnHooks {
  return {
    beforeRequest: async ({ log }) => {
      const told = viewOf(log.chain()).entries.findLast(
        (entry) => entry.type === 'note' && (entry.text.startsWith(BEGUN) || entry.text === OVER),
      );
      const knows = told?.type === 'note' && told.text !== OVER;
      const { mode, sandbox } = caller().authority.policy;
      const plans = mode === 'plan';
      if (plans === knows) return;
      const may = (await confines(sandbox)) ? CONFINED : READ_ONLY;
      log.append({ type: 'note', text: plans ? `${BEGUN}${may}${PLANNING}${asks ? ASKING : ''}]` : OVER });
    },
    // Nobody asks the user whether a subagent may go on.
    forAgent: () => modeHooks(caller),
  };
}
