/** More alternatives than a line has in earnest. */
const MOST = 64;

/** What bash makes of braces without quotes, variables or patterns in them: `{a,b}`, `{1..3}`. Absent: it cannot be told. */
export function expandBraces(text: string): readonly string[] | undefined {
  if (!/^[\w.,/@%+=:{}-]*$/.test(text)) return undefined;
  const found = expand(text);
  // Shells without braces leave them as they are.
  return found && found.length < MOST ? [...new Set([...found, text])] : undefined;
}

function expand(text: string): readonly string[] | undefined {
  const start = text.indexOf('{');
  if (start < 0) return [text];
  const end = closing(text, start);
  if (end === undefined) return undefined;
  const inside = alternatives(text.slice(start + 1, end));
  const behind = expand(text.slice(end + 1));
  if (!inside || !behind || inside.length * behind.length > MOST) return undefined;
  return inside.flatMap((each) => behind.map((rest) => text.slice(0, start) + each + rest));
}

function closing(text: string, start: number): number | undefined {
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    if (text[index] === '{') depth++;
    if (text[index] === '}' && --depth === 0) return index;
  }
  return undefined;
}

function alternatives(inside: string): readonly string[] | undefined {
  const parts: string[] = [''];
  let depth = 0;
  for (const character of inside) {
    if (character === '{') depth++;
    if (character === '}') depth--;
    if (character === ',' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + character);
  }
  if (parts.length < 2) return sequence(inside);
  const expanded = parts.map(expand);
  return expanded.includes(undefined) ? undefined : expanded.flatMap((each) => each ?? []);
}

function sequence(inside: string): readonly string[] | undefined {
  const [, from = '', to = ''] = /^(-?\d{1,4}|[a-z])\.\.(-?\d{1,4}|[a-z])$/.exec(inside) ?? [];
  const isLetter = /[a-z]/.test(from);
  if (from === '' || isLetter !== /[a-z]/.test(to) || /^-?0\d/.test(from + to)) return undefined;
  const [first, last] = isLetter ? [from.charCodeAt(0), to.charCodeAt(0)] : [Number(from), Number(to)];
  if (Math.abs(last - first) > MOST) return undefined;
  const step = first <= last ? 1 : -1;
  return Array.from({ length: Math.abs(last - first) + 1 }, (_, index) => {
    const value = first + index * step;
    return isLetter ? String.fromCharCode(value) : String(value);
  });
}
