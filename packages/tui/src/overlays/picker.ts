import { fuzzy } from '../editor/fuzzy.ts';
import { typedQuery } from '../input/typed-query.ts';
import { sanitise } from '../text/sanitise.ts';
import { type Line, line, span } from '../text/span.ts';
import { width } from '../text/width.ts';
import { drawOption, drawSelected, drawTitle, labelColumn, moveSelection, visibleRange } from './options.ts';
import {
  type Asked,
  askedAs,
  type Drawing,
  IGNORED,
  isLeaving,
  type Overlay,
  type WindowSize,
  type Step,
} from './overlay.ts';

export interface PickerOption<Value> {
  readonly label: string;
  readonly detail?: string | undefined;
  /** Texts in which it can be found too; the one that matches is shown in place of the detail. */
  readonly also?: readonly string[] | undefined;
  readonly value: Value;
}

export interface PickerQuestion<Value> extends Asked {
  readonly title: string;
  readonly options: readonly PickerOption<Value>[];
  /** What is typed narrows the list. */
  readonly searchable?: boolean;
  readonly selected?: number;
  /** Below the list. */
  readonly hint?: string;
}

interface PickerState {
  readonly selected: number;
  readonly query: string;
}

/** A choice with the arrow keys; of two options `y` is the first and `n` the second. */
export function picker<Value>(
  question: PickerQuestion<Value>,
  state: PickerState = { selected: question.selected ?? 0, query: '' },
): Overlay<Value> {
  const shown = matching(question, state.query);
  const with_ = (change: Partial<PickerState>): Step<Value> => ({ next: picker(question, { ...state, ...change }) });
  return {
    ...askedAs(question),
    draw: (place) => draw(question, shown, state, place),
    press: (key) => {
      if (isLeaving(key)) return { done: undefined };
      const moved = moveSelection(key, state.selected, shown.length);
      if (moved !== undefined) return with_({ selected: moved });
      if (key.name === 'enter') {
        const chosen = shown[state.selected];
        return chosen ? { done: chosen.value } : IGNORED;
      }
      const query = question.searchable ? typedQuery(state.query, key) : undefined;
      if (query !== undefined) return with_({ query, selected: 0 });
      const direct =
        question.options.length === 2 && key.name === 'text' ? { y: 0, n: 1 }[key.text.toLowerCase()] : undefined;
      const answer = direct === undefined ? undefined : question.options[direct];
      return answer ? { done: answer.value } : IGNORED;
    },
  };
}

function matching<Value>(
  { options, searchable }: PickerQuestion<Value>,
  query: string,
): readonly PickerOption<Value>[] {
  if (!searchable || query === '') return options;
  const byLabel = bestFirst(query, options, ({ label }) => label);
  const inAll = bestFirst(query, options, ({ label, detail }) => `${label} ${detail ?? ''}`);
  const inOthers = options.flatMap((option) => {
    const found = option.also?.find((text) => hasWords(text, query));
    return found === undefined || byLabel.includes(option) || inAll.includes(option)
      ? []
      : [{ ...option, detail: found }];
  });
  return [...new Set([...byLabel, ...inAll]), ...inOthers];
}

function hasWords(text: string, query: string): boolean {
  const lower = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

/** Those of the same words stay together. */
function bestFirst<Option>(
  query: string,
  options: readonly Option[],
  textOf: (option: Option) => string,
): readonly Option[] {
  const texts = options.map(textOf);
  const found = new Set(fuzzy(query, texts, options.length).map(({ candidate }) => candidate));
  return [...found].flatMap((text) => options.filter((_, index) => texts[index] === text));
}

function draw<Value>(
  { title, options, searchable, hint = 'enter to select, esc to cancel' }: PickerQuestion<Value>,
  shown: readonly PickerOption<Value>[],
  { selected, query }: PickerState,
  { columns, rows }: WindowSize,
): Drawing {
  const head: Line[] = [[], ...drawTitle(title, columns)];
  const search = '  Search: ';
  if (searchable) head.push([span(search, { role: 'muted' }), span(sanitise(query))]);
  const tail: readonly Line[] = [line(`  ${hint}`, { role: 'muted' })];
  const column = labelColumn(options, columns);
  const room = Math.max(1, rows - head.length - tail.length);
  const chosen = shown[selected];
  const inFull = (chosen ? drawSelected(chosen, columns, column) : []).slice(0, room);
  const [from, to] = visibleRange(selected, shown.length, Math.max(1, room - inFull.length + 1));
  const list = shown
    .slice(from, to)
    .flatMap((option) => (option === chosen ? inFull : [drawOption(option, false, columns, column)]));
  const empty = shown.length === 0 ? [line('  Nothing matches.', { role: 'muted' })] : [];
  return {
    lines: [...head, ...list, ...empty, ...tail],
    ...(searchable && { caret: { row: head.length - 1, column: Math.min(columns - 1, width(search) + width(query)) } }),
  };
}
