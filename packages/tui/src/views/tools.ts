import { editDiff } from '../diff/diff.ts';
import type { ToolState, ToolView } from '../state/tool-view.ts';
import { type Line, line, span, type Style } from '../text/span.ts';
import { sanitise } from '../text/sanitise.ts';
import { clip, middleEllipsis, wrap } from '../text/wrap.ts';

/** Characters of an argument that are shown, of them the last thirty in any case. */
const MOST_OF_ARGUMENT = 80;
const TAIL = 30;
/** Rows in which it is said why a call failed. */
const MOST_OF_REASON = 3;
const INDENT = '  ';

const ICONS: Readonly<Record<ToolState, string>> = { running: '⟳', ok: '✓', error: '✗', denied: '⊘', cancelled: '⊘' };

const STYLES: Readonly<Record<ToolState, Style>> = {
  running: { role: 'warning' },
  ok: { role: 'success' },
  error: { role: 'error', strike: true },
  denied: { role: 'denied', strike: true },
  cancelled: { role: 'denied', strike: true },
};

/** `✓ Read(src/index.ts)`, with what an edit changed below it. */
export function drawTool(tool: ToolView, columns: number, indent = INDENT): readonly Line[] {
  const style = STYLES[tool.state];
  const name = sanitise(tool.name);
  const icon = [span(indent), span(ICONS[tool.state], { role: style.role ?? 'muted' }), span(' ')];
  // An argument gives way in its middle where the row is short, so that its end can still be read.
  const room = Math.max(12, columns - indent.length - 4 - name.length);
  const argument = middleEllipsis(
    sanitise(tool.argument),
    Math.min(MOST_OF_ARGUMENT, room),
    tailOf(tool.argument, room),
  );
  const struck: Style | undefined = style.strike ? { strike: true } : undefined;
  const call = [span(name, { bold: true, ...struck }), span(`(${argument})`, struck)];
  const rows = [clip([...icon, ...call], columns), ...detail(tool, columns, indent)];
  const inner = (tool.inner ?? []).flatMap((each) => drawTool(each, columns, `${indent}  `));
  return tool.state === 'running' ? [...rows, ...inner] : rows;
}

/** Of a name its end tells most; of words, as those of a command, their beginning must not be lost for it. */
function tailOf(argument: string, room: number): number {
  return argument.includes(' ') ? Math.min(TAIL, Math.ceil(room / 2) - 3) : TAIL;
}

/** A batch as it goes to the scrollback. */
export function drawToolGroup(tools: readonly ToolView[], columns: number): readonly Line[] {
  const many = `[${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}]`;
  const header = [span('Tool: ', { role: 'strong', bold: true }), span(many, { role: 'muted' })];
  return [[], header, [], ...tools.flatMap((tool) => drawTool(tool, columns))];
}

/** The batch that runs. */
export function drawRunningTools(tools: readonly ToolView[], columns: number): readonly Line[] {
  if (tools.length === 0) return [];
  return [[], line('Tools:', { role: 'strong', bold: true }), [], ...tools.flatMap((tool) => drawTool(tool, columns))];
}

function detail(tool: ToolView, columns: number, indent: string): readonly Line[] {
  const brief = sanitise(tool.brief?.split('\n')[0] ?? '');
  const reason = (text: string): readonly Line[] => {
    const rows = wrap(line(text, { role: 'muted' }), columns - indent.length - 2);
    const [last = [], more] = rows.slice(MOST_OF_REASON - 1);
    const shown = more ? [...rows.slice(0, MOST_OF_REASON - 1), [...last, ...more]] : rows;
    return shown.map((row) => clip([span(`${indent}  `), ...row], columns));
  };
  if (tool.state === 'ok') {
    if (brief.startsWith(GOES_ON)) return reason(`${brief} (/tasks)`);
    if (!tool.edit) return [];
    const { path, before, after } = tool.edit;
    return editDiff(path, before, after, { columns, indent: indent.length + 2, more: ' (ctrl+o)' });
  }
  if (brief === '') return [];
  return tool.state === 'running'
    ? [clip([span(`${indent}  `), span(brief, { role: 'muted' })], columns)]
    : reason(brief);
}

/** What a command is said to do that was sent to the background. */
const GOES_ON = 'moved to the background as ';
