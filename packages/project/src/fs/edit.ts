import { CommandError, type Context, parameter, worded } from '@helve/command';
import { type Edit, replaceText } from './edit/replace-text.ts';
import { withTarget } from './paths/target.ts';
import { currentText, putText } from './edit/in-editor.ts';
import { unifiedDiff } from './edit/unified-diff.ts';
import { checkHash, encodeText } from './write.ts';
import type { Input } from '../commands/fs/edit.ts';

/** Replaces texts in a file: all of the edits, in order, or none. */
export async function editFile(input: Input, context: Context) {
  const edits = editsOf(input);
  return withTarget(context, input.path, async (target) => {
    const before = await currentText(target, context);
    checkHash(target, before.hash, input.expectHash);
    let { text } = before;
    let replacements = 0;
    for (const [index, edit] of edits.entries()) {
      const subject = edits.length === 1 ? target.shown : `${target.shown}, edit ${index + 1} of ${edits.length}`;
      const result = replaceText(text, edit, { subject, hash: before.hash });
      text = result.text;
      replacements += result.replacements;
    }
    if (text === before.text) {
      throw new CommandError('NOTHING_TO_DO', `The edits leave ${target.shown} as it is`, {
        hint: 'One of them undoes another.',
      });
    }
    const content = encodeText(before.bom + text, 'newText');
    const { hash } = await putText(target, content, context, { unchanged: true });
    return {
      path: target.shown,
      replacements,
      hash,
      previousHash: before.hash,
      diff: unifiedDiff(target.shown, before.text, text),
    };
  });
}

function editsOf({ oldText, newText, replaceAll, edits }: Input): readonly Edit[] {
  if (edits !== undefined && edits.length > 0 && oldText === undefined && newText === undefined) return edits;
  if (edits === undefined && oldText !== undefined && newText !== undefined) return [{ oldText, newText, replaceAll }];
  throw new CommandError(
    'INVALID_INPUT',
    worded`An edit needs either ${parameter('oldText')} and ${parameter('newText')}, or ${parameter('edits')}`,
    { example: 'helve fs edit --path a.txt --old-text "x" --new-text "y"' },
  );
}
