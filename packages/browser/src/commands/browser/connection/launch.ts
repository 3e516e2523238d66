import { defineCommand, flag, inService, path } from '@helve/command';
import * as v from 'valibot';
import { profile } from '../../parameters.ts';

export const input = v.object({
  profile,
  headless: flag('Run without a window'),
  program: v.optional(path('read', 'Program to start (default: find Chromium, Brave, Edge or Chrome)')),
});

export const command = defineCommand({
  path: 'browser launch',
  summary: 'Start a browser with its own profile and the extension, ready for use',
  effect: 'execute',
  // It runs outside the sandbox: a model may start a browser, but no program of its choice.
  approves: ({ program }) => program !== undefined,
  input,
  output: v.object({
    browser: v.string(),
    pid: v.number(),
    program: v.string(),
    headless: v.boolean(),
    /** False: it ran already. */
    started: v.boolean(),
  }),
  tool: {
    name: 'BrowserLaunch',
    set: 'browser',
    guidance: 'Starts a browser, where status shows none that is connected.',
  },
  examples: ['helve browser launch --headless', 'helve browser launch --profile work --program /usr/bin/chromium'],
  run: inService(async () => (await import('../../../connection/launch.ts')).launchBrowser),
});
