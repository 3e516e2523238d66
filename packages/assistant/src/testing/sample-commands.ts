import { readFile, writeFile } from 'node:fs/promises';
import { setImmediate as later } from 'node:timers/promises';
import {
  type Command,
  defineCommand,
  defineModule,
  path,
  Registry,
  resolvePath,
  text,
  throwIfAborted,
} from '@helve/command';
import * as v from 'valibot';
import { commandTool } from '../tools/command-tool.ts';
import type { ModelTool } from '../tools/tool.ts';

/** What the commands of a test have in common. */
export interface Stage {
  /** How many `demo look` are under way now, and how many were at most. */
  looking: number;
  mostLooking: number;
  /** Called when `demo run` has begun. */
  onRun: () => void;
  /** What `demo run` ended with. */
  readonly ended: string[];
}

/** A registry with a command of each effect, and tools for them. */
export function sampleCommands(): { registry: Registry; tools: readonly ModelTool[]; stage: Stage } {
  const stage: Stage = { looking: 0, mostLooking: 0, onRun: () => {}, ended: [] };

  const look = defineCommand({
    path: 'demo look',
    summary: 'Reads',
    effect: 'inspect',
    input: v.object({ path: path('read', 'A file') }),
    output: v.string(),
    examples: [],
    run: async () => async (input, context) => {
      stage.looking++;
      stage.mostLooking = Math.max(stage.mostLooking, stage.looking);
      for (let turn = 0; turn < 20; turn++) await later();
      stage.looking--;
      return readFile(resolvePath(context.place, input.path), 'utf8');
    },
    render: { model: (data) => data, brief: (_, input) => `looked at ${input.path}` },
  });

  /** Loses what another writes at the same time. */
  const add = defineCommand({
    path: 'demo add',
    summary: 'Writes',
    effect: 'modify',
    input: v.object({ path: path('write', 'A file'), line: text('What to add') }),
    output: v.object({ lines: v.number() }),
    examples: [],
    run: async () => async (input, context) => {
      const file = resolvePath(context.place, input.path);
      const before = await readFile(file, 'utf8').catch(() => '');
      for (let turn = 0; turn < 20; turn++) await later();
      await writeFile(file, `${before}${input.line}\n`);
      return { lines: before.split('\n').length };
    },
    preview: async () => async (input) => `${input.path}\n+ ${input.line}`,
  });

  const run = defineCommand({
    path: 'demo run',
    summary: 'Runs until it is stopped, or to its end',
    effect: 'execute',
    input: v.object({ until: v.optional(text('`stopped`, or nothing')) }),
    output: v.string(),
    examples: [],
    run: async () => async (input, context) => {
      stage.onRun();
      context.progress('running');
      if (input.until === 'stopped') {
        const { signal } = context;
        if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        stage.ended.push('stopped');
        throwIfAborted(context.signal);
      }
      stage.ended.push('done');
      return 'ran';
    },
    render: { model: (data) => data },
  });

  const loader = (command: Command) => async () => ({ command });
  return {
    stage,
    registry: new Registry([
      defineModule({
        name: 'demo',
        summary: 'For tests',
        actions: { look: loader(look), add: loader(add), run: loader(run) },
      }),
    ]),
    tools: [
      commandTool('demo look', { name: 'Look', set: 'demo', guidance: 'Reads.', rename: { path: 'file_path' } }),
      commandTool('demo add', { name: 'Add', set: 'demo', guidance: 'Writes.' }),
      commandTool('demo run', { name: 'Run', set: 'demo', guidance: 'Runs.' }),
    ],
  };
}
