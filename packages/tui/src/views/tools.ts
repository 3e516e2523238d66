import { isLookUp, READS, type ToolState, type ToolView } from '../state/tool-view.ts';
import { type Line, line, span, type Style } from '../text/span.ts';
import { sanitise } from '../text/sanitise.ts';
import { width } from '../text/width.ts';
import { clip, middleEllipsis } from '../text/wrap.ts';
import { drawResult } from './tool-result.ts';

/** Cells of an argument that are shown, of them the last thirty in any case. */
const MOST_OF_ARGUMENT = 80;
const TAIL = 30;
/** So many looks at files in a row are shown as one. */
const LEAST_FOLDED = 3;
const INDENT = '  ';

const ICONS: Readonly<Record<ToolState, string>> = { running: '⟳', ok: '✓', error: '✗', denied: '⊘', cancelled: '⊘' };

const STYLES: Readonly<Record<ToolState, Style>> = {
  running: { role: 'warning' },
  ok: { role: 'success' },
  error: { role: 'error', strike: true },
  denied: { role: 'denied', strike: true },
  cancelled: { role: 'denied', strike: true },
};

/** `✓ Read(src/index.ts)`, with what came of it below. */
export function drawTool(tool: ToolView, columns: number, indent = INDENT): readonly Line[] {
  const style = STYLES[tool.state];
  const name = sanitise(tool.name);
  const icon = [span(indent), span(ICONS[tool.state], { role: style.role ?? 'muted' }), span(' ')];
  // An argument gives way in its middle where the row is short, so that its end can still be read.
  const room = Math.max(12, columns - indent.length - 4 - width(name));
  const argument = middleEllipsis(
    sanitise(tool.argument),
    Math.min(MOST_OF_ARGUMENT, room),
    tailOf(tool.argument, room),
  );
  const struck: Style | undefined = style.strike ? { strike: true } : undefined;
  const call = [span(name, { bold: true, ...struck }), span(`(${argument})`, struck)];
  const rows = [clip([...icon, ...call], columns), ...drawResult(tool, columns, indent)];
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
  return [[], header, [], ...drawAll(tools, columns)];
}

/** The batch that runs. */
export function drawRunningTools(tools: readonly ToolView[], columns: number): readonly Line[] {
  if (tools.length === 0) return [];
  return [[], line('Tools:', { role: 'strong', bold: true }), [], ...drawAll(tools, columns)];
}

/** Each call; of many that only looked at files one row for all, and which they were. */
function drawAll(tools: readonly ToolView[], columns: number): readonly Line[] {
  const rows: Line[] = [];
  for (let start = 0; start < tools.length; ) {
    const end = tools.findIndex((tool, index) => index >= start && !isLookUp(tool));
    const looks = tools.slice(start, end < 0 ? tools.length : end);
    if (looks.length >= LEAST_FOLDED) rows.push(...drawLooks(looks, columns));
    else rows.push(...looks.flatMap((tool) => drawTool(tool, columns)));
    const next = tools[start + looks.length];
    if (next) rows.push(...drawTool(next, columns));
    start += looks.length + 1;
  }
  return rows;
}

/** `✓ Read 5 files, searched 2 times (ctrl+o)` */
function drawLooks(looks: readonly ToolView[], columns: number): readonly Line[] {
  const read = new Set(looks.filter(({ name }) => name === READS).map(({ argument }) => argument)).size;
  const searches = looks.filter(({ name }) => name !== READS).length;
  const did = [
    ...(read > 0 ? [`read ${read} ${read === 1 ? 'file' : 'files'}`] : []),
    ...(searches > 0 ? [`searched ${searches} ${searches === 1 ? 'time' : 'times'}`] : []),
  ].join(', ');
  const which = [...new Set(looks.map(({ argument }) => sanitise(argument)))].join(', ');
  return [
    clip(
      [
        span(INDENT),
        span(ICONS.ok, { role: 'success' }),
        span(` ${did.charAt(0).toUpperCase()}${did.slice(1)}`, { bold: true }),
        span(' (ctrl+o)', { role: 'muted' }),
      ],
      columns,
    ),
    clip([span(`${INDENT}  `), span(which, { role: 'muted' })], columns),
  ];
}
