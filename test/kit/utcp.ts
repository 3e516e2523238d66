import type { Sandbox } from './helve.ts';
import { type Said, say } from './said.ts';

export const GREET = {
  name: 'greet',
  call_template_type: 'cli',
  commands: [{ command: 'echo hello UTCP_ARG_word_UTCP_END' }],
};

/** A tool that gives a text, whatever it is asked. */
export const giving = (name: string, content: string) => ({
  name,
  description: `Gives ${content}`,
  tool_call_template: { call_template_type: 'text', content },
});

/** One that says a variable of its manual. */
export const SAY = {
  name: 'word',
  tool_call_template: {
    call_template_type: 'cli',
    commands: [{ command: 'echo $WORD' }],
    env_vars: { WORD: '${WORD}' },
  },
};

export const manualOf = (...tools: readonly object[]) => ({ utcp_version: '1.0.0', manual_version: '1.0.0', tools });

export const inText = (name: string, ...tools: readonly object[]) => ({
  name,
  call_template_type: 'text',
  content: manualOf(...tools),
});

export async function register({ helve }: Pick<Sandbox, 'helve'>, template: object, ...more: readonly string[]) {
  const args = ['utcp', 'register', '--template', '-', ...more];
  return JSON.parse((await helve(args, JSON.stringify(template))).stdout) as Said;
}

export function call(sandbox: Pick<Sandbox, 'helve'>, tool: string, args: object = {}) {
  return say(sandbox, 'utcp', 'call', '--tool', tool, '--args', JSON.stringify(args));
}

export const config = (...templates: readonly object[]) => JSON.stringify({ manual_call_templates: templates });
