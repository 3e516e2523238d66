import { CommandError } from '@helve/command';

const HUNK_HEADER = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
const GIT_HEADER =
  /^(?:old mode|new mode|deleted file mode|new file mode|rename from|rename to|copy from|copy to|similarity index) /;

/**
 * The lines of a patch that say what changes. Mail headers, commit messages, diffstats, the signature of
 * `git format-patch` and other talk around them are left out; within a hunk, whose header counts its lines, nothing is.
 */
export function patchLines(patch: string): string {
  const lines = patch.replace(/^\uFEFF/, '').split('\n');
  const kept: string[] = [];
  let inGitHeader = false;
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] ?? '').replace(/\r$/, '');
    if (line.startsWith('diff --git ')) {
      inGitHeader = true;
      kept.push(line);
    } else if (inGitHeader && GIT_HEADER.test(line)) {
      kept.push(line);
    } else if (/^(?:GIT binary patch|Binary files .* differ)$/.test(line)) {
      throw new CommandError('BINARY', `Line ${at + 1} of the patch begins a binary change`, {
        hint: 'Only text is patched. Copy the file itself with helve fs copy, or use git apply.',
      });
    } else if (/^--- ./.test(line) && lines[at + 1]?.startsWith('+++ ')) {
      kept.push(line, (lines[++at] ?? '').replace(/\r$/, ''));
      inGitHeader = false;
    } else if (line.startsWith('@@')) {
      const end = endOfHunk(lines, at);
      kept.push(line);
      while (++at < end) kept.push(asHunkLine(lines[at] ?? ''));
      at--;
      inGitHeader = false;
    }
  }
  return kept.join('\n');
}

function endOfHunk(lines: readonly string[], start: number): number {
  const header = HUNK_HEADER.exec(lines[start] ?? '');
  if (!header) throw malformed(start, 'is not a hunk header of the form "@@ -1,3 +1,4 @@"');
  let [before, after] = [Number(header[1] ?? 1), Number(header[2] ?? 1)];
  let at = start + 1;
  for (; before > 0 || after > 0; at++) {
    const mark = at < lines.length - 1 ? asHunkLine(lines[at] ?? '')[0] : lines[at]?.[0];
    if (mark === ' ' || mark === '-') before--;
    if (mark === ' ' || mark === '+') after--;
    if (!(mark === ' ' || mark === '-' || mark === '+' || mark === '\\') || before < 0 || after < 0) {
      throw malformed(start, 'counts other lines than its hunk has');
    }
  }
  if (lines[at]?.startsWith('\\')) at++;
  const next = (lines[at] ?? '').replace(/\r$/, '');
  const isHeader = /^--- ./.test(next) && lines[at + 1]?.startsWith('+++ ');
  if (/^[ +-]/.test(next) && next !== '-- ' && !isHeader)
    throw malformed(start, 'counts fewer lines than its hunk has');
  return at;
}

/** An empty context line may have lost its one space. */
function asHunkLine(line: string): string {
  return line === '' || line === '\r' ? ` ${line}` : line;
}

function malformed(index: number, what: string): CommandError {
  return new CommandError('INVALID_INPUT', `Line ${index + 1} of the patch ${what}`, {
    hint: 'Make the patch again, for example with git diff, or change the file with helve fs edit.',
    details: { parameter: 'patch', line: index + 1 },
  });
}
