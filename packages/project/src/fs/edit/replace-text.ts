import { call, CommandError, parameter, worded } from '@helve/command';
import { nearestText, nearExcerpt } from './nearest-text.ts';

export interface Edit {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll?: boolean | undefined;
}

const MOST_LINES_NAMED = 50;

/** What is edited, for error messages. */
export interface EditedFile {
  readonly subject: string;
  /** The sha256 it has now. */
  readonly hash: string;
}

/**
 * Replaces a text that must be there, and only once unless all are meant. Line endings stay those of the file, unless
 * they are all that the edit changes.
 */
export function replaceText(text: string, edit: Edit, file: EditedFile): { text: string; replacements: number } {
  checkEdit(edit, file.subject);
  const ofEndings = withoutCarriageReturns(edit.oldText) === withoutCarriageReturns(edit.newText);
  const pattern = ofEndings ? exactPattern(edit.oldText) : patternOfLines(edit.oldText);
  const places = [...text.matchAll(pattern)].map((match) => match.index);
  if (places.length === 0 && ofEndings && patternOfLines(edit.oldText).test(text)) {
    throw new CommandError(
      'NOTHING_TO_DO',
      `${file.subject}: the line endings are already as the replacement has them`,
    );
  }
  if (places.length === 0) throw missing(text, edit, file);
  if (places.length > 1 && !edit.replaceAll) throw ambiguous(text, places, file.subject);
  const usual = usualEnding(text);
  const changed = text.replace(pattern, (found) =>
    ofEndings ? edit.newText : edit.newText.replace(/\r?\n/g, /\r?\n/.exec(found)?.[0] ?? usual),
  );
  return { text: changed, replacements: places.length };
}

/** Finds a text whatever its line endings are in the file. */
function patternOfLines(wanted: string): RegExp {
  return new RegExp(wanted.split(/\r?\n/).map(escapePattern).join('\\r?\\n'), 'g');
}

/** Finds a text with just its own line endings: LF is not the second half of CRLF. */
function exactPattern(wanted: string): RegExp {
  return new RegExp(escapePattern(wanted).replace(/(?<!\r)\n/g, '(?<!\\r)\\n'), 'g');
}

function withoutCarriageReturns(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function checkEdit({ oldText, newText }: Edit, subject: string): void {
  if (oldText === '') {
    throw new CommandError('INVALID_INPUT', `${subject}: the text to replace is empty`, {
      hint: worded`To write a whole file use ${call('fs write')}.`,
    });
  }
  if (oldText === newText) {
    throw new CommandError('INVALID_INPUT', `${subject}: the text to replace and its replacement are the same`, {
      hint: 'Give the text as it should become as the replacement.',
    });
  }
}

function escapePattern(literal: string): string {
  return literal.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function usualEnding(text: string): string {
  const windows = text.split('\r\n').length - 1;
  return windows > text.split('\n').length - 1 - windows ? '\r\n' : '\n';
}

function missing(text: string, edit: Edit, { subject, hash }: EditedFile): CommandError {
  const nearest = nearestText(text, edit.oldText);
  return new CommandError('NO_MATCH', `${subject}: the text to replace was not found`, {
    hint: nearest
      ? `The nearest is at lines ${nearest.startLine}-${nearest.endLine}. ${nearest.difference}`
      : worded`Nothing in the file is like it; read the file again: ${call('fs read')}`,
    details: { hash, ...(nearest ? { nearest, excerpt: nearExcerpt(nearest) } : {}) },
  });
}

function ambiguous(text: string, places: readonly number[], subject: string): CommandError {
  const lines = places.slice(0, MOST_LINES_NAMED).map((place) => text.slice(0, place).split('\n').length);
  return new CommandError('AMBIGUOUS_MATCH', `${subject}: the text to replace appears ${places.length} times`, {
    hint: worded`It is at lines ${lines.join(', ')}. Add lines around it to make it unique, or use ${parameter('replaceAll')}.`,
    details: { lines, count: places.length },
  });
}
