import type { PermissionAnswer, PermissionQuestion } from '@helve/assistant';
import { unifiedDiff } from '../diff/diff.ts';
import { sanitise } from '../text/sanitise.ts';
import { type Line, line, span } from '../text/span.ts';
import { wrap } from '../text/wrap.ts';
import { drawOption, moveSelection } from './options.ts';
import { type Drawing, IGNORED, isLeaving, type Overlay, type Place } from './overlay.ts';

/** What the user answers; `why`: no, and they will say why. */
export type PermissionChoice = PermissionAnswer | { readonly allow: 'why' };

interface Choice {
  readonly label: string;
  /** What is said instead where a row is short, so that the rule can still be read. */
  readonly brief?: string;
  readonly key: string;
  readonly value: PermissionChoice;
}

interface PromptState {
  readonly selected: number;
  /** Rows of what it is about that are scrolled out at the top. */
  readonly offset: number;
}

/** What was drawn last, by which it is known how far keys can scroll. */
interface Drawn {
  /** Rows of what it is about that found no room. */
  hidden: number;
  room: number;
}

/** Asks whether a call may be made: what it would do, why it is asked, and the rule that an answer would add. */
export function permissionPrompt(
  question: PermissionQuestion,
  { selected, offset }: PromptState = { selected: 0, offset: 0 },
  drawn: Drawn = { hidden: 0, room: 1 },
): Overlay<PermissionChoice> {
  const choices = choicesFor(question);
  const scrolled = (by: number) => Math.max(0, Math.min(offset + by, drawn.hidden));
  return {
    isUnasked: true,
    draw: (place) => draw(question, { choices, selected, offset }, place, drawn),
    press: (key) => {
      if (isLeaving(key)) return { done: { allow: 'no' } };
      const by = { pageup: -drawn.room, pagedown: drawn.room }[key.name as string];
      if (by !== undefined) return { next: permissionPrompt(question, { selected, offset: scrolled(by) }, drawn) };
      const moved = moveSelection(key, selected, choices.length);
      if (moved !== undefined) return { next: permissionPrompt(question, { selected: moved, offset }, drawn) };
      const typed = key.name === 'text' ? key.text : undefined;
      const chosen = key.name === 'enter' ? choices[selected] : choices.find((choice) => choice.key === typed);
      return chosen ? { done: chosen.value } : IGNORED;
    },
  };
}

function choicesFor({ rules }: PermissionQuestion): readonly Choice[] {
  const rule = rules.join(', ');
  const longer: readonly Choice[] = [
    {
      label: `Allow in this conversation: ${rule}`,
      brief: `Allow for now: ${rule}`,
      key: 'c',
      value: { allow: 'conversation' },
    },
    {
      label: `Always allow in this project: ${rule}`,
      brief: `Always allow: ${rule}`,
      key: 'a',
      value: { allow: 'project' },
    },
  ];
  return [
    { label: 'Allow', key: 'y', value: { allow: 'once' } },
    ...(rules.length > 0 ? longer : []),
    { label: 'Deny', key: 'n', value: { allow: 'no' } },
    { label: 'Deny, and say why', key: 'w', value: { allow: 'why' } },
  ];
}

function draw(
  question: PermissionQuestion,
  { choices, selected, offset }: PromptState & { readonly choices: readonly Choice[] },
  { columns, rows }: Place,
  drawn: Drawn,
): Drawing {
  const title = [
    span('Allow ', { bold: true }),
    span(question.call.name, { bold: true, role: 'warning' }),
    span('?', { bold: true }),
  ];
  const options = choices.map(({ label, brief = label, key }, index) =>
    drawOption({ label: columns < WIDE ? brief : label, detail: `(${key})` }, index === selected, columns),
  );
  const why = wrap(line(`  ${reasonOf(question)}`, { role: 'muted' }), columns, { hanging: line('  ') });
  const subject = subjectOf(question, columns);
  // In a low window what can be answered comes first, then what it is about, then why it is asked, then air.
  const room = Math.max(1, rows - options.length - 1);
  const isHigh = room >= ROOM_FOR_AIR;
  const air = isHigh ? 2 : 0;
  const reason = why.slice(0, Math.max(isHigh ? 2 : 0, room - air - subject.length));
  const shown = part(subject, offset, Math.max(1, room - air - reason.length), drawn);
  const gap: readonly Line[] = air > 0 ? [[]] : [];
  return { lines: [...gap, title, ...shown, ...reason, ...gap, ...options] };
}

const ROOM_FOR_AIR = 8;
/** In a window that is narrower, choices are said in fewer words. */
const WIDE = 60;

/** What has room of it, and how to see the rest: nobody should allow what they could not read. */
function part(lines: readonly Line[], offset: number, rows: number, drawn: Drawn): readonly Line[] {
  if (lines.length <= rows) {
    drawn.hidden = 0;
    return lines;
  }
  const room = Math.max(1, rows - 1);
  drawn.room = room;
  drawn.hidden = lines.length - room;
  const first = Math.min(offset, drawn.hidden);
  const where = `${first + 1}-${first + room} of ${lines.length}`;
  return [...lines.slice(first, first + room), line(`  … ${where} (page up, page down)`, { role: 'muted' })];
}

/** What the call would do. */
function subjectOf({ commands, doubts, diff, paths, call }: PermissionQuestion, columns: number): readonly Line[] {
  const shell = (commands ?? []).flatMap((command) =>
    wrap([span('  $ ', { role: 'accent' }), span(sanitise(command))], columns, { hanging: line('    ') }),
  );
  const unsure = (doubts ?? []).flatMap((doubt) => wrap(line(`  ! ${sanitise(doubt)}`, { role: 'warning' }), columns));
  const change = diff === undefined ? [] : unifiedDiff(diff, { columns, indent: 2, all: true });
  const touched =
    diff === undefined && !commands ? paths.map(({ path, access }) => line(`  ${access} ${sanitise(path)}`)) : [];
  const subject = [...shell, ...unsure, ...change, ...touched];
  if (subject.length > 0) return subject;
  return wrap(line(`  ${sanitise(JSON.stringify(call.input))}`), columns, { hanging: line('  ') });
}

function reasonOf({ decision: { rule, source, reason } }: PermissionQuestion): string {
  // That the mode decided is said by the reason itself.
  const by =
    rule === undefined || rule.startsWith('mode ') ? '' : ` (${rule}${source === undefined ? '' : `, ${source}`})`;
  return `Asked because ${reason}${by}`;
}
