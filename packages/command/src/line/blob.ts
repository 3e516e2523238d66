/**
 * Where the JSON value that begins with the bracket at `start` ends, or undefined if it is never closed.
 * Brackets inside JSON strings do not count.
 */
export function endOfBlob(line: string, start: number): number | undefined {
  const open: string[] = [];
  for (let index = start; index < line.length; index++) {
    const char = line[index];
    if (char === '"') {
      const end = endOfString(line, index);
      if (end === undefined) return undefined;
      index = end;
    } else if (char === '{' || char === '[') {
      open.push(char === '{' ? '}' : ']');
    } else if (char === '}' || char === ']') {
      if (open.pop() !== char) return undefined;
      if (open.length === 0) return index + 1;
    }
  }
  return undefined;
}

/** The index of the quote that closes the string opened at `start`. */
function endOfString(line: string, start: number): number | undefined {
  for (let index = start + 1; index < line.length; index++) {
    if (line[index] === '\\') index++;
    else if (line[index] === '"') return index;
  }
  return undefined;
}
