/** Where JSON goes wrong, which Node 20 does not always say: after the longest beginning that just ends too early. */
export function breakOf(text: string): number {
  let [good, bad] = [0, text.length];
  while (good < bad) {
    const middle = Math.ceil((good + bad) / 2);
    if (mayGoOn(text.slice(0, middle))) good = middle;
    else bad = middle - 1;
  }
  return good;
}

function mayGoOn(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error as Error;
    return /end of JSON|Unterminated|No number/.test(message) || message.includes(`at position ${text.length}`);
  }
}

/** The line of a value in a JSON text, counted from 1, by the keys and places in lists that lead to it. */
export function lineOf(text: string, path: readonly string[]): number | undefined {
  const frames: { readonly list: boolean; key: string; atKey: boolean }[] = [];
  for (const { 0: word, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],]|[^\s{}[\],:"]+/g)) {
    const frame = frames.at(-1);
    if (word === '}' || word === ']') frames.pop();
    else if (word === ',') {
      if (frame?.list) frame.key = String(Number(frame.key) + 1);
      else if (frame) frame.atKey = true;
    } else {
      const isKey = frame?.atKey === true;
      if (isKey) Object.assign(frame, { key: JSON.parse(word) as string, atKey: false });
      const here = frames.length === path.length && frames.every(({ key }, depth) => key === path[depth]);
      if (here) return text.slice(0, index).split('\n').length;
      if (!isKey && (word === '{' || word === '[')) {
        frames.push(word === '[' ? { list: true, key: '0', atKey: false } : { list: false, key: '', atKey: true });
      }
    }
  }
  return undefined;
}
