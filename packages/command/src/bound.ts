import { writeFile } from 'node:fs/promises';
import type { Say } from './command.ts';
import { createSpillPath, type Spill } from './spill.ts';
import { call, inWords } from './wording.ts';

/** Characters of a result that a model is given; the middle of a longer one goes to a file. */
export const MODEL_LIMIT = 30_000;

/** How much longer a text may be that a command has cut already, for the notes that say so. */
const NOTES = 1_000;
const CUT = /left out\. All of it: /;

/** The text, or its beginning and end with a note between them that says how much is left out and how to read it. */
export async function boundText(text: string, spill: Spill, limit = MODEL_LIMIT, say: Say = inWords): Promise<string> {
  if (text.length <= limit || (text.length <= limit + NOTES && CUT.test(text))) return text;
  const file = await writeSpill(text, spill);
  const kept = Math.floor(limit / 2);
  const head = text.slice(0, endOfLine(text, kept));
  const tail = text.slice(startOfLine(text, text.length - kept));
  const omitted = text.length - head.length - tail.length;
  const line = head.split('\n').length;
  const next = say([call('fs read', { path: file, offset: line, limit: 200 })]);
  const note = `[${omitted} of ${text.length} characters left out. All of it: ${file}. Read on: ${next}]`;
  return `${head}${head.endsWith('\n') ? '' : '\n'}\n${note}\n\n${tail}`;
}

async function writeSpill(text: string, spill: Spill): Promise<string> {
  const file = await createSpillPath(spill);
  await writeFile(file, text, { mode: 0o600, flag: 'wx' });
  return file;
}

/** After the last line that ends before the index, unless that line is so long that too little would be left. */
function endOfLine(text: string, index: number): number {
  const end = text.lastIndexOf('\n', index - 1) + 1;
  return end > index / 2 ? end : safeCut(text, index);
}

/** Before the first line that starts after the index, unless the one before it is too long. */
function startOfLine(text: string, index: number): number {
  const start = text.indexOf('\n', index - 1) + 1;
  return start > 0 && start - index < (text.length - index) / 2 ? start : safeCut(text, index);
}

/** Not between the two halves of a character beyond the basic plane. */
function safeCut(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index + 1 : index;
}
