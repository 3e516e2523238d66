import type { Entry } from '@helve/assistant';

interface Call {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

interface Answer {
  readonly text: string;
  readonly calls?: readonly Call[];
}

/** What the user says in the tour, what they are told before it, and what the model of the recording answers. */
export interface TourStep {
  readonly before: string;
  readonly prompt: string;
  readonly answers: readonly Answer[];
}

/** The tour, with the name of the session that it starts. */
export const tourSteps = (session: string): readonly TourStep[] => [
  {
    before:
      'This is a recorded conversation, but the tools are real: they work in a scratch folder. ' +
      'First, a question. The prompt is typed for you: press enter. Esc ends the tour at any time.',
    prompt: 'What does this project do, and do its tests pass?',
    answers: [
      {
        text: 'I will look at the project and run its tests.',
        calls: [
          { name: 'Glob', input: { pattern: '*' } },
          { name: 'Read', input: { file_path: 'price.js' } },
          { name: 'Read', input: { file_path: 'price.test.js' } },
        ],
      },
      {
        text: 'Now the tests. In this tour programs run outside the sandbox, so you are asked.',
        calls: [{ name: 'Bash', input: { command: 'node --test' } }],
      },
      {
        text: `**prices** adds tax to a price, in \`price.js\`. Its one test fails:

| call | expected | got |
|---|---|---|
| \`withTax(50, 0.2)\` | 60 | 50.2 |

The rate is *added* to the price instead of being a share of it (price.js:2).`,
      },
    ],
  },
  {
    before: 'Now something that changes a file. You are shown the change before it is made, and asked.',
    prompt: 'Fix it, and show me that the test passes.',
    answers: [
      {
        text: 'The tax is a share of the price:',
        calls: [
          {
            name: 'Edit',
            input: {
              file_path: 'price.js',
              old_string: 'return price + rate;',
              new_string: 'return price * (1 + rate);',
            },
          },
        ],
      },
      {
        text: 'This time in a terminal of its own, as a session that can run for hours:',
        calls: [
          {
            name: 'Bash',
            input: { command: `helve terminal session start --session-id ${session} --command "node --test"` },
          },
        ],
      },
      {
        text: '',
        calls: [
          {
            name: 'Bash',
            input: { command: `helve terminal session read --session-id ${session} --until exit --timeout-seconds 20` },
          },
        ],
      },
      {
        text: `Done: \`price.js:2\` multiplies now, and the test passes.

\`\`\`js
export function withTax(price, rate) {
  return price * (1 + rate);
}
\`\`\``,
      },
    ],
  },
];

/** The steps as the log of a conversation, for the provider that plays one. */
export function tourRecording(steps: readonly TourStep[]): readonly Entry[] {
  const answers = steps.flatMap((step) => step.answers);
  return answers.map(({ text, calls = [] }, index) => ({
    id: `tour${index}`,
    parent: index === 0 ? null : `tour${index - 1}`,
    time: '2026-01-01T00:00:00.000Z',
    type: 'assistant',
    model: 'tour',
    usage: { input: 900 + index * 150, output: 60, cacheRead: 0, cacheWrite: 0 },
    content: [
      ...(text === '' ? [] : [{ type: 'text' as const, text }]),
      ...calls.map(({ name, input }, at) => ({ type: 'toolCall' as const, id: `tour${index}-${at}`, name, input })),
    ],
    stopReason: calls.length > 0 ? 'toolCalls' : 'end',
  }));
}

/** The scratch project of the tour: small, with a fault and a test that shows it. */
export const TOUR_FILES: Readonly<Record<string, string>> = {
  'README.md': `# Prices

Adds tax to prices. \`node --test\` runs the tests.
`,
  'package.json': `{
  "name": "prices",
  "private": true,
  "type": "module"
}
`,
  'price.js': `export function withTax(price, rate) {
  return price + rate;
}
`,
  'price.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withTax } from './price.js';

test('adds a fifth of the price', () => {
  assert.equal(withTax(50, 0.2), 60);
});
`,
};
