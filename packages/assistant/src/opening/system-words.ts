import { CommandError, type Place, readRegularText, resolvePath, toCommandError } from '@helve/command';
import type { SystemWords } from '../context/system-prompt.ts';
import type { OutputStyle } from '../styles/styles.ts';
import type { ConversationRequest } from './host.ts';

/** What a request says about the system prompt. */
export function readSystemWords(
  { systemPrompt, appendSystemPrompt }: Pick<ConversationRequest, 'systemPrompt' | 'appendSystemPrompt'>,
  place: Pick<Place, 'cwd' | 'env'>,
): SystemWords {
  return {
    role: read(systemPrompt, '--system-prompt', place),
    addition: read(appendSystemPrompt, '--append-system-prompt', place),
  };
}

/** The same with an output style. What the request says comes first. */
export function withStyle({ role, addition }: SystemWords, style: OutputStyle | undefined): SystemWords {
  if (!style) return { role, addition };
  if (!style.adds) return { role: role ?? style.text, addition };
  return { role, addition: [style.text, addition].filter((part) => part !== undefined).join('\n\n') };
}

/** A text, or that of the file after an @. */
function read(given: string | undefined, flag: string, place: Pick<Place, 'cwd' | 'env'>): string | undefined {
  if (given === undefined) return undefined;
  const text = (given.startsWith('@') ? textOf(given.slice(1), place) : given).trim();
  if (text !== '') return text;
  throw new CommandError('INVALID_INPUT', `${flag} is empty`, {
    hint: 'Give a text, or @ and the path of a file with one.',
  });
}

function textOf(path: string, place: Pick<Place, 'cwd' | 'env'>): string {
  try {
    return readRegularText(resolvePath(place, path));
  } catch (thrown) {
    throw toCommandError(thrown, path);
  }
}
