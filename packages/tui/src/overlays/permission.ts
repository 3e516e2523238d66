import type { PermissionAnswer, PermissionQuestion } from '@helve/assistant';
import { sanitise } from '../text/sanitise.ts';
import { type Line, line, span } from '../text/span.ts';
import { width } from '../text/width.ts';
import { clip, wrap } from '../text/wrap.ts';
import { drawOption, moveSelection, type OptionView, visibleRange } from './options.ts';
import { type Drawing, IGNORED, type Overlay, type WindowSize } from './overlay.ts';
import { subjectOf } from './permission-subject.ts';

/**
 * What the user answers; `why`: no, and they will say why; `edits`: this and all further edits of project files; `stop`:
 * nothing of all this. Who leaves says no.
 */
export type PermissionChoice =
  | PermissionAnswer
  | { readonly allow: 'why' }
  | { readonly allow: 'edits' }
  | { readonly allow: 'stop' };

/** A question, and whether all edits can be allowed at once. */
export type ShownQuestion = PermissionQuestion & { readonly isPlainEdit?: boolean };

interface Choice {
  readonly label: string;
  /** What is said instead where a row is short, so that the rule can still be read. */
  readonly brief?: string;
  readonly key: string;
  /** It allows more than this call: its key only selects it, because it may be the first letter of a message. */
  readonly isLasting?: true;
  readonly value: PermissionChoice;
}

interface PromptState {
  readonly selected: number;
  /** Rows of what it is about that are scrolled out at the top. */
  readonly offset: number;
  /** The letter that selected it, if one did, and what was selected before. */
  readonly letter?: { readonly key: string; readonly before: number };
}

/** What was drawn last, by which it is known how far keys can scroll. */
interface Drawn {
  /** Rows of what it is about that found no room. */
  hidden: number;
  room: number;
}

/** Asks whether a call may be made: what it would do, why it is asked, and the rule that an answer would add. */
export function permissionPrompt(
  question: ShownQuestion,
  { selected, offset, letter }: PromptState = { selected: 0, offset: 0 },
  drawn: Drawn = { hidden: 0, room: 1 },
): Overlay<PermissionChoice> {
  const choices = choicesFor(question);
  const next = (state: PromptState) => ({ next: permissionPrompt(question, state, drawn) });
  const scrolled = (by: number) => Math.max(0, Math.min(offset + by, drawn.hidden));
  return {
    isUnasked: true,
    draw: (place) => draw(question, { choices, selected, offset }, place, drawn),
    press: (key) => {
      if (key.name === 'escape') return { done: undefined };
      if (key.name === 'c' && 'ctrl' in key) return { done: { allow: 'stop' } };
      const by = { pageup: -drawn.room, pagedown: drawn.room }[key.name as string];
      if (by !== undefined) return next({ selected, offset: scrolled(by) });
      const moved = moveSelection(key, selected, choices.length);
      if (moved !== undefined) return next({ selected: moved, offset });
      if (key.name === 'enter') return { done: choices[selected]?.value };
      const typed = key.name === 'text' ? key.text : '';
      if (letter && typed !== '' && typed !== letter.key) {
        return { ...next({ selected: letter.before, offset }), message: `${letter.key}${typed}` };
      }
      const at = choices.findIndex((choice) => choice.key === typed);
      const chosen = choices[at];
      if (!chosen) return IGNORED;
      if (chosen.isLasting && !letter) return next({ selected: at, offset, letter: { key: typed, before: selected } });
      return { done: chosen.value };
    },
  };
}

function choicesFor({ rules, needs, isPlainEdit }: ShownQuestion): readonly Choice[] {
  const rule = rules.join(', ');
  const longer: readonly Choice[] = [
    {
      label: `Allow in this conversation: ${rule}`,
      brief: `Allow for now: ${rule}`,
      key: 'c',
      isLasting: true,
      value: { allow: 'conversation' },
    },
    {
      label: `Always allow in this project: ${rule}`,
      brief: `Always allow: ${rule}`,
      key: 'a',
      isLasting: true,
      value: { allow: 'project' },
    },
  ];
  return [
    { label: needs ? 'Allow once, and run it again' : 'Allow', key: 'y', value: { allow: 'once' } },
    ...(isPlainEdit ? [ALL_EDITS] : []),
    ...(rules.length > 0 ? longer : []),
    { label: 'Deny', key: 'n', value: { allow: 'no' } },
    { label: 'Deny, and say why', key: 'w', value: { allow: 'why' } },
  ];
}

const ALL_EDITS: Choice = {
  label: 'Allow all edits in this conversation',
  brief: 'Allow all edits for now',
  key: 'e',
  isLasting: true,
  value: { allow: 'edits' },
};

function draw(
  question: PermissionQuestion,
  { choices, selected, offset }: PromptState & { readonly choices: readonly Choice[] },
  { columns, rows }: WindowSize,
  drawn: Drawn,
): Drawing {
  const title = titleOf(question, columns);
  const views = choices.map(({ label, brief = label, key }) => ({
    label: columns < WIDE ? brief : label,
    detail: `(${key})`,
  }));
  // In the lowest window only what is selected is seen of the choices, and a row of what it is about.
  const [from, to] = visibleRange(selected, views.length, Math.max(1, rows - 2));
  const options = views.map((view, index) => drawOption(view, index === selected, columns)).slice(from, to);
  const why = reasonsOf(question).flatMap((reason) =>
    wrap(line(`  ${reason}`, { role: 'muted' }), columns, { hanging: line('  ') }),
  );
  const subject = [...subjectOf(question, columns), ...rulesOf(question, views, columns)];
  // In a low window what can be answered comes first, then what it is about, then why it is asked, then air.
  const room = Math.max(1, rows - options.length - title.length);
  const isHigh = room >= ROOM_FOR_AIR;
  const air = isHigh ? 2 : 0;
  const reason = firstRows(why, Math.max(isHigh ? 2 : 0, room - air - subject.length), columns);
  const shown = part(subject, offset, { columns, rows: Math.max(1, room - air - reason.length) }, drawn);
  const gap: readonly Line[] = air > 0 ? [[]] : [];
  return { lines: [...gap, ...title, ...shown, ...reason, ...gap, ...options] };
}

const ROOM_FOR_AIR = 8;
/** In a window that is narrower, choices are said in fewer words. */
const WIDE = 60;

/** What has room of it, and how to see the rest: nobody should allow what they could not read. */
function part(lines: readonly Line[], offset: number, { columns, rows }: WindowSize, drawn: Drawn): readonly Line[] {
  if (lines.length <= rows) {
    drawn.hidden = 0;
    return lines;
  }
  const room = Math.max(1, rows - 1);
  drawn.room = room;
  drawn.hidden = lines.length - room;
  const first = Math.min(offset, drawn.hidden);
  const where = `${first + 1}-${first + room} of ${lines.length}`;
  if (rows === 1) return [[...clip(lines[first] ?? [], columns - 2), span(' …', { role: 'muted' })]];
  return [...lines.slice(first, first + room), line(`  … ${where} (page up, page down)`, { role: 'muted' })];
}

/** The rules in full, where a choice has no room for them. */
function rulesOf({ rules }: PermissionQuestion, views: readonly OptionView[], columns: number): readonly Line[] {
  const isCut = views.some(({ label, detail = '' }) => width(sanitise(label)) + width(detail) + 4 > columns);
  if (rules.length === 0 || !isCut) return [];
  return wrap(line(`  Rules: ${sanitise(rules.join(', '))}`, { role: 'muted' }), columns, { hanging: line('    ') });
}

/** So many rows of a text, with a sign where there are more. */
function firstRows(text: readonly Line[], rows: number, columns: number): readonly Line[] {
  if (text.length <= rows) return text;
  const last = text[rows - 1];
  return last ? [...text.slice(0, rows - 1), clip([...last, span('…', { role: 'muted' })], columns)] : [];
}

/** What is to be allowed: the call, what its programs lacked, or that they leave the sandbox. */
function titleOf({ call, needs, decision, runs }: PermissionQuestion, columns: number): readonly Line[] {
  const bold = (text: string) => span(text, { bold: true });
  const marked = (text: string) => span(sanitise(text), { bold: true, role: 'warning' });
  const isLeaving = runs?.where === 'outside' && decision.rule.startsWith('sandbox ');
  const title = needs
    ? [bold('Allow '), marked(needs.join(' and ')), bold('?')]
    : isLeaving
      ? [bold('Allow '), marked(call.name), bold(' outside the sandbox?')]
      : [bold('Allow '), marked(call.name), bold('?')];
  return wrap(title, columns, { hanging: line('  ') });
}

function reasonsOf({ decision: { rule, source, reason }, needs, runs }: PermissionQuestion): readonly string[] {
  if (needs) {
    const says = `It failed in the sandbox because it needs ${needs.join(' and ')}. Allow that, and run it again?`;
    return [sanitise(says)];
  }
  // That the mode decided is said by the reason itself.
  const by =
    rule === undefined || rule.startsWith('mode ') ? '' : ` (${rule}${source === undefined ? '' : `, ${source}`})`;
  return [
    sanitise(`Asked because ${reason}${by}`.replace(/\s+/g, ' ')),
    ...(runs && !rule.startsWith('sandbox ') ? [sanitise(runs.text)] : []),
  ];
}
