import { readTextIfAny } from '@helve/command';

/** A change to a file as git writes it, without lines around it. Without an old text it is a new file. */
export function gitPatch(path: string, oldText: string | undefined, newText: string): string {
  const [before, after] = [linesOf(oldText ?? ''), linesOf(newText)];
  let same = 0;
  while (same < before.length && same < after.length && before[same] === after[same]) same++;
  const line = (oldText === undefined ? 0 : lineOf(path, oldText, newText)) + same;
  const [removed, added] = [before.slice(same), after.slice(same)];
  const range = (count: number) => (count === 0 ? `${line},0` : `${line + 1},${count}`);
  return [
    `diff --git a${path} b${path}`,
    ...(oldText === undefined ? ['new file mode 100644', '--- /dev/null'] : [`--- a${path}`]),
    `+++ b${path}`,
    `@@ -${range(removed.length)} +${range(added.length)} @@`,
    ...removed.map((text) => `-${text}`),
    ...added.map((text) => `+${text}`),
    '',
  ].join('\n');
}

/** The number of lines before the changed text, which may be a part of the file and be replaced already. */
function lineOf(path: string, oldText: string, newText: string): number {
  const content = readTextIfAny(path) ?? '';
  const at = [oldText, newText].map((text) => content.indexOf(text)).find((index) => index > 0) ?? 0;
  return content.slice(0, at).split('\n').length - 1;
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}
