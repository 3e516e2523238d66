import { CommandError } from '@helve/command';
import type { PromptOrigin, TurnHooks, TurnView } from './hooks.ts';

/** Asks hooks whether what the user said may go in; gives what they want to go in after it. */
export async function admit(
  prompt: string,
  origin: PromptOrigin,
  hooks: readonly TurnHooks[],
  view: TurnView,
): Promise<string[]> {
  const notes: string[] = [];
  for (const { beforePrompt } of hooks) {
    const said = await beforePrompt?.(prompt, view, origin);
    if (said && 'block' in said) throw new CommandError('PERMISSION_DENIED', `The prompt was refused: ${said.block}`);
    if (said) notes.push(said.note);
  }
  return notes;
}
