import * as v from 'valibot';
import { type Command, defineCommand } from '../command.ts';
import { choice, flag, flagOn, integer, json, path, shellLine, text, texts } from '../parameters.ts';
import { defineModule, Registry } from '../registry.ts';

/** A command with a parameter of each kind; it gives back what it was given. */
const echo = defineCommand({
  path: 'demo echo',
  summary: 'Give back the input',
  effect: 'inspect',
  input: v.object({
    path: path('read', 'A path'),
    message: v.optional(text('A text', { large: true, stdinFlag: 'message-stdin', also: ['text'] })),
    id: v.optional(text('Another text')),
    count: v.optional(integer('A number', { min: -5, max: 1000 })),
    recursive: flag('Off unless given'),
    noisy: flagOn('On unless given'),
    colour: v.optional(choice(['red', 'green', 'blue'], 'One of three')),
    tags: v.optional(texts('Some texts')),
    data: v.optional(json(v.record(v.string(), v.unknown()), 'An object: {"a":1}', { large: true })),
    lineNumbers: v.optional(v.boolean()),
    by: v.optional(integer('Another number', { short: 'b' })),
  }),
  output: v.record(v.string(), v.unknown()),
  examples: ['helve demo echo --path x'],
  run: async () => async (input, context) => {
    if (input.message === 'warn') context.warn('you asked for it');
    if (input.message === 'fail') throw new TypeError('broken');
    if (input.message === 'hang') await new Promise(() => {});
    return { ...input };
  },
  render: { model: (data) => JSON.stringify(data), brief: (data) => `echo ${String(data.path)}` },
});

/** A command that changes something at one path and reads another. */
const put = defineCommand({
  path: 'demo put',
  summary: 'Pretend to copy a file',
  effect: 'modify',
  input: v.object({ from: v.optional(path('read', 'Where from')), to: path('write', 'Where to') }),
  output: v.object({ done: v.boolean() }),
  examples: ['helve demo put --to x'],
  run: async () => async () => ({ done: true }),
});

/** A command that acts on the outside, unless it is only asked to list. */
const act = defineCommand({
  path: 'demo act now',
  summary: 'Pretend to act',
  effect: { most: 'execute', of: ({ list }) => (list ? 'inspect' : 'execute') },
  input: v.object({ list: flag('Only list') }),
  output: v.object({ done: v.boolean() }),
  examples: ['helve demo act now'],
  run: async () => async () => ({ done: true }),
});

/** A command that would run a shell line. */
const shell = defineCommand({
  path: 'demo shell',
  summary: 'Pretend to run a command line',
  effect: 'execute',
  input: v.object({
    command: v.optional(shellLine('The command line')),
    workingDirectory: v.optional(path('read', 'Where to run it')),
    env: v.optional(json(v.record(v.string(), v.string()), 'Variables')),
  }),
  output: v.object({ done: v.boolean() }),
  examples: ['helve demo shell --command ls'],
  run: async () => async () => ({ done: true }),
});

/** A command with a parameter under a name that all commands have for something else. */
const form = defineCommand({
  path: 'demo form',
  summary: 'Pretend to fill in a form',
  effect: 'inspect',
  input: v.object({
    form: v.optional(json(v.strictObject({ fields: v.array(v.string()) }), 'Its fields', { also: ['json'] })),
  }),
  output: v.object({ done: v.boolean() }),
  examples: [`helve demo form --form '{"fields":[]}'`],
  run: async () => async () => ({ done: true }),
});

export function sampleRegistry(): Registry {
  const loader = (command: Command) => async () => ({ command });
  return new Registry([
    defineModule({
      name: 'demo',
      summary: 'Commands for tests',
      actions: {
        echo: loader(echo),
        repeat: 'echo',
        put: loader(put),
        'act now': loader(act),
        'act later': 'act now',
        shell: loader(shell),
        form: loader(form),
      },
    }),
    defineModule({ name: 'other', summary: 'An empty module', actions: {} }),
  ]);
}
