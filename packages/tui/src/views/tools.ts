import { editDiff } from '../diff/diff.ts';
import type { ToolState, ToolView } from '../state/tool-view.ts';
import { type Line, line, span, type Style } from '../text/span.ts';
import { sanitise } from '../text/sanitise.ts';
import { clip, middleEllipsis } from '../text/wrap.ts';

/** Characters of an argument that are shown, of them the last thirty in any case. */
const MOST_OF_ARGUMENT = 80;
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
  const icon = span(`${indent}${ICONS[tool.state]} `, { role: style.role ?? 'muted' });
  // An argument gives way in its middle where the row is short, so that its end can still be read.
  const room = Math.max(12, columns - indent.length - 4 - name.length);
  const argument = middleEllipsis(sanitise(tool.argument), Math.min(MOST_OF_ARGUMENT, room));
  const struck: Style | undefined = style.strike ? { strike: true } : undefined;
  const call = [span(name, { bold: true, ...struck }), span(`(${argument})`, struck)];
  const rows = [clip([icon, ...call], columns), ...detail(tool, columns, indent)];
  const inner = (tool.inner ?? []).flatMap((each) => drawTool(each, columns, `${indent}  `));
  return tool.state === 'running' ? [...rows, ...inner] : rows;
}

/** A batch as it goes to the scrollback. */
export function drawToolGroup(tools: readonly ToolView[], columns: number): readonly Line[] {
  const many = `[${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}]`;
  const header = [span('Tool: ', { role: 'strong', bold: true }), span(many, { dim: true })];
  return [[], header, [], ...tools.flatMap((tool) => drawTool(tool, columns))];
}

/** The batch that runs. */
export function drawRunningTools(tools: readonly ToolView[], columns: number): readonly Line[] {
  if (tools.length === 0) return [];
  return [[], line('Tools:', { role: 'strong', bold: true }), [], ...tools.flatMap((tool) => drawTool(tool, columns))];
}

function detail(tool: ToolView, columns: number, indent: string): readonly Line[] {
  if (tool.state === 'ok') {
    if (!tool.edit) return [];
    const { path, before, after } = tool.edit;
    return editDiff(path, before, after, { columns, indent: indent.length + 2 });
  }
  if (tool.brief === undefined || tool.brief === '') return [];
  const brief = sanitise(tool.brief.split('\n')[0] ?? '');
  return [clip([span(`${indent}  `), span(brief, { role: 'muted' })], columns)];
}
