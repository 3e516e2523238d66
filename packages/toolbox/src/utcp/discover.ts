import type { Command, Confinement, Context } from '@helve/command';
import { valibotInput } from '@helve/command/host';
import * as v from 'valibot';
import { isObject, isText } from '../json.ts';
import type { CallTemplate } from './manual-format.ts';

/**
 * Reads a manual. Where programs are run to find it, that is judged as the shell line that it is: what may not be run
 * as a tool may not be run to find one either.
 */
export async function discover<Read>(
  template: CallTemplate,
  context: Pick<Context, 'call'>,
  read: (confinement?: Confinement) => Promise<Read>,
): Promise<Read> {
  const line = discoveryLine(template);
  if (line === undefined) return read();
  const command: Command = {
    path: 'utcp register',
    summary: 'Find the tools of a manual',
    effect: 'execute',
    input: valibotInput(v.object({})),
    output: v.unknown(),
    subject: () => ({ shellLine: line, programs: { foreign: true } }),
    examples: [],
    run:
      async () =>
      (_, { confinement }) =>
        read(confinement),
  };
  return (await context.call(command, {})) as Read;
}

/** The commands that print the manual, where a template has some. */
function discoveryLine({ call_template_type: type, commands }: CallTemplate): string | undefined {
  if (type !== 'cli' || !Array.isArray(commands)) return undefined;
  return commands.flatMap((step) => (isObject(step) && isText(step.command) ? step.command : [])).join('\n');
}
