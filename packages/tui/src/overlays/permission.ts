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
  readonly key: string;
  readonly value: PermissionChoice;
}

/** Asks whether a call may be made: what it would do, why it is asked, and the rule that an answer would add. */
export function permissionPrompt(question: PermissionQuestion, selected = 0): Overlay<PermissionChoice> {
  const choices = choicesFor(question);
  return {
    isUnasked: true,
    draw: (place) => draw(question, choices, selected, place),
    press: (key) => {
      if (isLeaving(key)) return { done: { allow: 'no' } };
      const moved = moveSelection(key, selected, choices.length);
      if (moved !== undefined) return { next: permissionPrompt(question, moved) };
      const typed = key.name === 'text' ? key.text : undefined;
      const chosen = key.name === 'enter' ? choices[selected] : choices.find((choice) => choice.key === typed);
      return chosen ? { done: chosen.value } : IGNORED;
    },
  };
}

function choicesFor({ rules }: PermissionQuestion): readonly Choice[] {
  const rule = rules.join(', ');
  const longer: readonly Choice[] = [
    { label: `Allow in this conversation: ${rule}`, key: 'c', value: { allow: 'conversation' } },
    { label: `Always allow in this project: ${rule}`, key: 'a', value: { allow: 'project' } },
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
  choices: readonly Choice[],
  selected: number,
  { columns, rows }: Place,
): Drawing {
  const title = [
    span('Allow ', { bold: true }),
    span(question.call.name, { bold: true, role: 'warning' }),
    span('?', { bold: true }),
  ];
  const options = choices.map(({ label, key }, index) =>
    drawOption({ label, detail: `(${key})` }, index === selected, columns),
  );
  const why = wrap(line(`  ${reasonOf(question)}`, { role: 'muted' }), columns, { hanging: line('  ') });
  const subject = subjectOf(question, columns);
  // In a low window what can be answered comes first, then what it is about, then why it is asked, then air.
  const room = Math.max(1, rows - options.length - 1);
  const air = room >= ROOM_FOR_AIR ? 2 : 0;
  const reason = cutTo(why, Math.max(0, room - air - Math.min(subject.length, LEAST_OF_SUBJECT)));
  const shown = cutTo(subject, Math.max(1, room - air - reason.length));
  const gap: readonly Line[] = air > 0 ? [[]] : [];
  return { lines: [...gap, title, ...shown, ...reason, ...gap, ...options] };
}

const ROOM_FOR_AIR = 8;
const LEAST_OF_SUBJECT = 3;

function cutTo(lines: readonly Line[], rows: number): readonly Line[] {
  if (lines.length <= rows) return lines;
  return rows < 2 ? lines.slice(0, rows) : [...lines.slice(0, rows - 1), line('  …', { role: 'muted' })];
}

/** What the call would do. */
function subjectOf({ commands, doubts, diff, paths, call }: PermissionQuestion, columns: number): readonly Line[] {
  const shell = (commands ?? []).flatMap((command) =>
    wrap([span('  $ ', { role: 'accent' }), span(sanitise(command))], columns, { hanging: line('    ') }),
  );
  const unsure = (doubts ?? []).flatMap((doubt) => wrap(line(`  ! ${sanitise(doubt)}`, { role: 'warning' }), columns));
  const change = diff === undefined ? [] : unifiedDiff(diff, { columns, indent: 2 });
  const touched =
    diff === undefined && !commands ? paths.map(({ path, access }) => line(`  ${access} ${sanitise(path)}`)) : [];
  const subject = [...shell, ...unsure, ...change, ...touched];
  if (subject.length > 0) return subject;
  return wrap(line(`  ${sanitise(JSON.stringify(call.input))}`), columns, { hanging: line('  ') });
}

function reasonOf({ decision: { rule, source, reason } }: PermissionQuestion): string {
  const by = rule === undefined ? '' : ` (${rule}${source === undefined ? '' : `, ${source}`})`;
  return `Asked because ${reason}${by}`;
}
