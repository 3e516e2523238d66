import { writeFile } from 'node:fs/promises';
import { quoteWord } from './line/token.ts';
import { createSpillPath, type Spill } from './spill.ts';

/** Characters of a result that a model is given; the middle of a longer one goes to a file. */
export const MODEL_LIMIT = 30_000;

/** How much longer a text may be that a command has cut already, for the notes that say so. */
const NOTES = 1_000;
const CUT = /left out\. All of it: /;

/** The text, or its beginning and end with a note between them that says how much is left out and how to read it. */
export async function boundText(text: string, spill: Spill, limit = MODEL_LIMIT): Promise<string> {
  if (text.length <= limit || (text.length <= limit + NOTES && CUT.test(text))) return text;
  const file = await writeSpill(text, spill);
  const kept = Math.floor(limit / 2);
  const head = text.slice(0, safeCut(text, kept));
  const tail = text.slice(safeCut(text, text.length - kept));
  const omitted = text.length - head.length - tail.length;
  const line = head.split('\n').length;
  const note = `[${omitted} of ${text.length} characters left out. All of it: ${file}. Read on: helve fs read --path ${quoteWord(file)} --offset ${line} --limit 200]`;
  return `${head}\n\n${note}\n\n${tail}`;
}

async function writeSpill(text: string, spill: Spill): Promise<string> {
  const file = await createSpillPath(spill);
  await writeFile(file, text, { mode: 0o600, flag: 'wx' });
  return file;
}

/** Not between the two halves of a character beyond the basic plane. */
function safeCut(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index + 1 : index;
}
