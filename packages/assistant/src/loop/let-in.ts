import { CommandError, toCommandError } from '@helve/command';
import type { PromptOrigin, TurnHooks, TurnView } from './hooks.ts';
import { type Prompt, promptContent, unsent } from './prompt.ts';
import { placeIn } from './run-tools.ts';
import type { Turn } from './turn-state.ts';

/** Lets in what the user said to the turn meanwhile, as hooks permit; says whether there was something. */
export async function letIn(turn: Turn): Promise<boolean> {
  const said = turn.takeSteering();
  let isAnyIn = false;
  for (const [index, prompt] of said.entries()) {
    try {
      isAnyIn = (await letOneIn(turn, prompt)) || isAnyIn;
    } catch (thrown) {
      turn.emit(unsent(said.slice(index)));
      throw thrown;
    }
  }
  return isAnyIn;
}

/** What was said is a step of its own: hooks and commands of skills may take their time. */
async function letOneIn(turn: Turn, prompt: Prompt): Promise<boolean> {
  const { steps, log, emit } = turn;
  const notes: string[] = [];
  const read = await steps.take(turn, (step) => understand(step, prompt, notes));
  if (!read) {
    emit(unsent([prompt]));
    return false;
  }
  if ('refused' in read) {
    emit({ type: 'notice', text: read.refused });
    return false;
  }
  const { meant } = read;
  const typed = meant === undefined ? {} : { typed: prompt.text };
  const entry = log.append({ type: 'user', origin: 'steer', ...promptContent(prompt, meant), ...typed });
  emit({ type: 'steered', entry });
  for (const text of notes) emit({ type: 'note', entry: log.append({ type: 'note', text }) });
  return true;
}

async function understand(
  step: Turn,
  prompt: Prompt,
  notes: string[],
): Promise<{ readonly refused: string } | { readonly meant: string | undefined }> {
  try {
    notes.push(...(await admit(prompt, 'steer', step.hooks, step)));
  } catch (thrown) {
    if (step.signal.aborted) throw thrown;
    return { refused: toCommandError(thrown).message };
  }
  try {
    const made = await prompt.expand?.(placeIn(step, notes));
    if (made && 'answer' in made) throw new CommandError('UNAVAILABLE', 'It needs its own turn');
    if (made) step.change(made.change);
    return { meant: made?.text };
  } catch (thrown) {
    if (step.signal.aborted) throw thrown;
    // The turn is about something else, and goes on with the words alone.
    const problem = `${prompt.text} could not be used: ${toCommandError(thrown).message}`;
    step.emit({ type: 'notice', text: problem });
    notes.push(`[${problem}]`);
    return { meant: undefined };
  }
}

/** Asks hooks whether what the user said may go in; gives what they want to go in after it. */
export async function admit(
  { text, command }: Prompt,
  origin: PromptOrigin,
  hooks: readonly TurnHooks[],
  view: TurnView,
): Promise<string[]> {
  const notes: string[] = [];
  for (const { beforePrompt } of hooks) {
    const said = await beforePrompt?.(text, view, origin, command);
    if (said && 'block' in said) throw new CommandError('PERMISSION_DENIED', `The prompt was refused: ${said.block}`);
    if (said) notes.push(said.note);
  }
  return notes;
}
