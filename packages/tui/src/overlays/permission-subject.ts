import type { PermissionQuestion } from '@helve/assistant';
import { unifiedDiff } from '../diff/diff.ts';
import { sanitise, sanitiseLines } from '../text/sanitise.ts';
import { type Line, line, type Span, span } from '../text/span.ts';
import { wrap } from '../text/wrap.ts';

/** What a call would do, all of it: nobody should allow what they could not read. */
export function subjectOf(question: PermissionQuestion, columns: number): readonly Line[] {
  const { doubts = [], diff, paths, commands } = question;
  const shell = commands ? shellLines(question, commands, columns) : [];
  const unsure = doubts.flatMap((doubt) =>
    wrap(line(`  ! ${sanitise(doubt)}`, { role: 'warning' }), columns, { hanging: line('    ') }),
  );
  const change = diff === undefined ? [] : unifiedDiff(diff, { columns, indent: 2, all: true });
  const touched =
    diff === undefined && !commands
      ? paths.flatMap(({ path, access }) =>
          wrap(line(`  ${access} ${sanitise(path)}`), columns, { hanging: line('    ') }),
        )
      : [];
  const subject = [...shell, ...unsure, ...change, ...touched];
  return subject.length > 0 ? subject : argumentLines(question.call, columns);
}

/**
 * The commands of a line, one by one. Where they are not all that it says (a here-document, a redirection, quotes), the
 * line as it is written, and below it what it runs where that is not seen from it.
 */
function shellLines({ call }: PermissionQuestion, commands: readonly string[], columns: number): readonly Line[] {
  const { command: script } = call.input;
  if (typeof script !== 'string' || saysAll(commands, script)) {
    return commands.flatMap((command) => prefixed(command, span('  $ ', { role: 'accent' }), columns));
  }
  const [program = ''] = commands[0]?.split(' ', 1) ?? [];
  const isOne = commands.length < 2 && script.trimStart().startsWith(program);
  const runs =
    isOne || saysAll(commands.map(unquoted), unquoted(script))
      ? []
      : [line(`  It runs ${sanitise(commands.join(', '))}`, { role: 'muted' })];
  return [
    ...prefixed(script.trim(), span('  $ ', { role: 'accent' }), columns),
    ...runs.flatMap((row) => wrap(row, columns, { hanging: line('    ') })),
  ];
}

/** Whether nothing is left of a line without these but what stands between commands. */
function saysAll(commands: readonly string[], script: string): boolean {
  const longestFirst = [...commands].sort((one, other) => other.length - one.length);
  return /^[\s;&|]*$/.test(longestFirst.reduce((rest, command) => rest.replaceAll(command, ''), script));
}

function unquoted(text: string): string {
  return text.replace(/["'\\]/g, '');
}

/** Each argument by its name, a line as a line. */
function argumentLines({ name: tool, input }: PermissionQuestion['call'], columns: number): readonly Line[] {
  return Object.entries(input).flatMap(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (tool === 'Bash' && name === 'command') return prefixed(text, span('  $ ', { role: 'accent' }), columns);
    return prefixed(text, span(`  ${sanitise(name)}: `, { role: 'muted' }), columns);
  });
}

/** A text of several lines behind a sign. */
function prefixed(text: string, sign: Span, columns: number): readonly Line[] {
  const hanging = line('    ');
  return sanitiseLines(text).flatMap((each, index) =>
    wrap(index === 0 ? [sign, span(each)] : [...hanging, span(each)], columns, { hanging }),
  );
}
