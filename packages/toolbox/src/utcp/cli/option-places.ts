import type { Command, Word } from 'unbash';
import type { Condition } from './analyse.ts';
import { findPlaceholders } from './placeholder.ts';
import type { Place } from './place.ts';

/** Places at the beginning of an argument, where a value such as `-rf` would be taken for an option. */
export function optionPlaces(
  places: readonly Place[],
  step: number,
  unsafe: ReadonlySet<string>,
): readonly Condition[] {
  return places.flatMap(({ chain, placeholder: { name, pos } }): readonly Condition[] => {
    if (unsafe.has(name)) return [];
    const index = chain.findLastIndex(({ type }) => type === 'Word');
    const word = chain[index];
    const above = chain[index - 1];
    // Quotes before it are no part of the value.
    if (word?.type !== 'Word' || !/^["'$]*$/.test(word.text.slice(0, pos - word.pos))) return [];
    if (above?.type === 'Redirect') {
      const hint = 'Name a file.';
      return [{ step, name, refused: /^\/dev\/(tcp|udp)\//, why: 'opens a connection', hint }];
    }
    if (above?.type !== 'Command') return [];
    const refused = optionsOf(above, word);
    const hint = `Put -- before it if ${above.name?.value ?? 'the program'} knows that, ./ if it is a file, or glue it to its option (--name=UTCP_ARG_${name}_UTCP_END).`;
    return refused
      ? [{ step, name, refused, why: `would be taken for an option of ${above.name?.value ?? 'it'}`, hint }]
      : [];
  });
}

function optionsOf(command: Command, word: Word): RegExp | undefined {
  const before = command.args.slice(0, command.args.indexOf(word));
  const texts = before.map((each) => (each.type === 'Word' ? each.value : each.text));
  const program = (command.name?.value ?? '').replace(/.*\//, '');
  switch (program) {
    case 'echo':
      // What stands behind its first operand is none of its options.
      return texts.some((text) => !/^-[neE]+$/.test(text) && !isOpen(text)) ? undefined : /^-[neE]+$/;
    case 'printf':
      return texts.some((text) => !isOpen(text)) ? undefined : /^-/;
    case ':':
    case 'true':
    case '[':
    case 'test':
      // What stands behind the script of a shell is data to it.
      return undefined;
    default:
      if (/^(ba|da|k|z)?sh$/.test(program) && texts.some((text) => !text.startsWith('-'))) return undefined;
      return texts.includes('--') ? undefined : /^-/;
  }
}

/** Whether what a word becomes is only known when it runs. */
function isOpen(text: string): boolean {
  return findPlaceholders(text).length > 0 || /[$`]/.test(text);
}
