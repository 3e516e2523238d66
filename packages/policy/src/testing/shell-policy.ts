import { createPolicy } from '../create.ts';
import type { Mode } from '@helve/command/line';
import type { Decision, Verdict } from '../policy.ts';
import { parseRule } from '../rule.ts';
import { requestFor } from '../judge-call.ts';
import { sampleRegistry } from '@helve/command/testing';
import { sampleCaller } from './sample-caller.ts';

/** The settings that a shell line is judged under. */
export interface Given {
  readonly mode?: Mode;
  readonly deny?: string[];
  readonly ask?: string[];
  readonly allow?: string[];
  readonly roots?: string[];
}

/** What is decided about a command that would run a shell line; `more` is the rest of its input. */
export async function decide(given: Given, line: string | undefined, more: object = {}): Promise<Decision> {
  const policy = await policyOf(given);
  const command = await sampleRegistry().get('demo shell');
  return policy.judge(
    await requestFor({ command, input: { command: line, ...more }, subject: {}, place: sampleCaller().place }),
  );
}

function policyOf({ mode = 'default', deny = [], ask = [], allow = [], roots }: Given) {
  const read = (verdict: Verdict) => (text: string) => parseRule(verdict, text, 'settings.json');
  return createPolicy({
    mode,
    modeSource: 'the test',
    rules: [...deny.map(read('deny')), ...ask.map(read('ask')), ...allow.map(read('allow'))],
    ...(roots ? { roots } : {}),
    base: { root: '/project', home: '/users/me' },
    cwd: '/project',
  });
}
