import { count, duration, money } from '../charts/figures.ts';
import { appliedDiff, editDiff, writtenFile } from '../diff/diff.ts';
import { ASKS, type ToolView } from '../state/tool-view.ts';
import { overwritten } from '../text/overwritten.ts';
import { sanitise, sanitiseLines } from '../text/sanitise.ts';
import { type Line, line, span } from '../text/span.ts';
import { clip, wrap } from '../text/wrap.ts';

/** Rows in which it is said why a call failed. */
const MOST_OF_REASON = 3;
/** Lines at the end of what a command printed that are shown: the summary of most test runners. */
const LAST_LINES = 8;
/** Rows of what a subagent answers that are shown. */
const MOST_OF_ANSWER = 3;
/** What a command is said to do that was sent to the background. */
const GOES_ON = 'moved to the background as ';

/** What stands below a call: what it is at, what came of it, or why it failed. */
export function drawResult(tool: ToolView, columns: number, indent: string): readonly Line[] {
  const brief = sanitise(tool.brief?.split('\n')[0] ?? '');
  const inner = `${indent}  `;
  if (tool.state === 'running') {
    const figures = tool.agent ? [figuresOf(tool)] : [];
    return [...(brief === '' ? [] : [brief]), ...figures].map((text) => row(text, columns, inner));
  }
  if (brief.startsWith(GOES_ON)) return inRows(`${brief} (/tasks)`, columns, inner, MOST_OF_REASON);
  if (tool.state === 'error' && tool.name === 'Bash') {
    return [...drawLastLines(tool, columns, inner), ...inRows(brief, columns, inner, MOST_OF_REASON)];
  }
  if (tool.state !== 'ok') return brief === '' ? [] : inRows(brief, columns, inner, MOST_OF_REASON);
  if (tool.edit) return drawEdit(tool, { columns, indent: inner.length, more: ' (ctrl+o)' });
  if (tool.name === 'Bash') return drawLastLines(tool, columns, inner);
  if (tool.name === 'AskUser') return inRows(`→ ${sanitise(tool.brief ?? '')}`, columns, inner, MOST_OF_REASON);
  if (ASKS.has(tool.name)) return brief === '' ? [] : [row(`→ ${brief}`, columns, inner)];
  return tool.agent ? drawAgent(tool, columns, inner) : [];
}

/** The lines that an edit changed, by their numbers where those are known. */
export function drawEdit(
  { edit, output = '' }: Pick<ToolView, 'edit' | 'output'>,
  options: Parameters<typeof editDiff>[3],
): readonly Line[] {
  if (!edit) return [];
  const { path, before, after, isWhole } = edit;
  if (isWhole) return writtenFile(path, after, options);
  return appliedDiff(path, output, options) ?? editDiff(path, before, after, options);
}

/** The end of what a command printed, where its result mostly is. */
function drawLastLines({ output = '', brief = '' }: ToolView, columns: number, indent: string): readonly Line[] {
  const lines = sanitiseLines(overwritten(output).trimEnd()).filter((text) => text !== `[${brief}]`);
  if (lines.join('').trim() === '') return [];
  // A row for how many are left out is worth it only for more than one.
  const hidden = lines.length > LAST_LINES + 1 ? lines.length - LAST_LINES : 0;
  const more = hidden > 0 ? [row(`... ${hidden} more lines (ctrl+o)`, columns, indent)] : [];
  return [...more, ...lines.slice(hidden).map((text) => clip([span(indent), span(text)], columns))];
}

/** What a subagent found, and what that took. */
function drawAgent(tool: ToolView, columns: number, indent: string): readonly Line[] {
  const answer = sanitise((tool.output ?? '').replace(/\s+/g, ' ').trim());
  const rows = answer === '' ? [] : inRows(answer, columns, indent, MOST_OF_ANSWER, false);
  return [...rows, row(figuresOf(tool), columns, indent)];
}

function figuresOf({ agent, duration: took }: ToolView): string {
  const { requests = 0, calls = 0, tokens = 0, cost = 0 } = agent ?? {};
  const facts = [
    `${requests} ${requests === 1 ? 'request' : 'requests'}`,
    `${calls} ${calls === 1 ? 'tool' : 'tools'}`,
    `${count(tokens)} tokens`,
    ...(cost > 0 ? [money(cost)] : []),
    ...(took === undefined ? [] : [duration(took)]),
  ];
  return facts.join(' · ');
}

function row(text: string, columns: number, indent: string): Line {
  return clip([span(indent), span(text, { role: 'muted' })], columns);
}

/** A text in so many rows at most, with a sign where there is more of it. */
function inRows(text: string, columns: number, indent: string, most: number, isMuted = true): readonly Line[] {
  const rows = wrap(isMuted ? line(text, { role: 'muted' }) : line(text), columns - indent.length);
  const [last = [], more] = rows.slice(most - 1);
  const shown = more ? [...rows.slice(0, most - 1), [...last, ...more]] : rows;
  return shown.map((each) => clip([span(indent), ...each], columns));
}
