import { defineCommand, integer, text } from '@helve/command';
import * as v from 'valibot';

const input = v.object({
  script: text(
    'JavaScript: await helve("fs read", { path }) calls a command, print() prints, return gives the result',
    {
      large: true,
    },
  ),
  timeoutSeconds: v.optional(integer('Seconds that the script may take', { min: 1, max: 600 }), 60),
  maxCalls: v.optional(integer('Maximum number of calls', { min: 1, max: 1000 }), 200),
});

export type Input = v.InferOutput<typeof input>;

const output = v.object({ result: v.unknown(), printed: v.string(), calls: v.number() });

export type Output = v.InferOutput<typeof output>;

export const command = defineCommand({
  path: 'tool script',
  summary: 'Run a script that calls commands, and return only its result',
  effect: 'execute',
  input,
  // The script is a program; its calls are judged one by one.
  subject: () => ({ shellLine: 'node -', programs: {} }),
  output,
  tool: {
    name: 'Script',
    set: 'toolbox',
    guidance:
      'Runs JavaScript that calls helve commands: `const { content } = await helve("fs read", { path: "a.txt" })`. Only what it prints or returns comes back. Use it for many calls whose results you need only in part.',
    only: ['script'],
    needs: ['script'],
  },
  examples: [`helve tool script --script 'return (await helve("fs list", { path: "." })).entries.length'`],
  run: async () => (await import('../../tool/script.ts')).script,
  render: {
    model: show,
    person: show,
    brief: ({ calls }) => `${calls} calls`,
  },
});

function show({ result, printed }: Output): string {
  const shown = result === null ? '' : typeof result === 'string' ? result : JSON.stringify(result, null, 2);
  return [printed.trimEnd(), shown].filter((part) => part !== '').join('\n') || 'Done; it returned nothing.';
}
