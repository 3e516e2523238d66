import { type Effect, mayBeMade, mayRun, type Place } from './effect.ts';
import type { Source } from './taint.ts';
import type { Chain } from './tree.ts';

/** When a command may run: steps and positions in them as one number, so that later commands have larger ones. */
export interface Span {
  readonly from: number;
  readonly to: number;
  /** It may run more than once. */
  readonly repeats: boolean;
}

/** An effect of a command, and when it may happen. */
export interface TimedEffect extends Span {
  readonly effect: Effect;
  readonly step: number;
  /** What has the effect. A command is not in conflict with itself, unless it runs more than once. */
  readonly command: object;
}

/** Something of a caller's that a later command could run. */
export interface Conflict {
  readonly step: number;
  readonly source: Source;
  readonly why: string;
  readonly hint: string;
}

const LONGEST_STEP = 1_000_000;

export function positionIn(step: number, pos: number): number {
  return step * LONGEST_STEP + pos;
}

/** A loop or a pipeline runs all of it at any time; a function, and what runs in the background, at any later time too. */
export function spanOf(chain: Chain, step: number, within: Span | undefined): Span {
  const node = chain.at(-1);
  let from = positionIn(step, node?.pos ?? 0);
  let to = positionIn(step, node?.end ?? 0);
  let repeats = false;
  const include = (each: { readonly pos: number; readonly end: number }) => {
    from = Math.min(from, positionIn(step, each.pos));
    to = Math.max(to, positionIn(step, each.end));
  };
  for (const above of chain.slice(0, -1)) {
    if (above.type === 'Pipeline' && above.commands.length > 1) include(above);
    if (/^(For|While|Select|ArithmeticFor)$/.test(above.type)) {
      include(above);
      repeats = true;
    }
    if (above.type === 'Function') {
      from = 0;
      to = Number.POSITIVE_INFINITY;
      repeats = true;
    }
    if (
      above.type === 'Coproc' ||
      above.type === 'ProcessSubstitution' ||
      (above.type === 'Statement' && above.background)
    )
      to = Number.POSITIVE_INFINITY;
  }
  return within ? { from: within.from, to: within.to, repeats: repeats || within.repeats } : { from, to, repeats };
}

/** The first thing of a caller's that is left somewhere; `undefined` if all commands only print. */
export function firstKept(
  effects: readonly TimedEffect[],
): { readonly step: number; readonly pos: number } | undefined {
  const kept = effects.filter(({ effect }) => effect.type === 'leaves' && effect.sources.length > 0);
  const first = Math.min(...kept.map(({ from }) => from));
  return kept.length === 0 ? undefined : { step: Math.floor(first / LONGEST_STEP), pos: first % LONGEST_STEP };
}

const HINT =
  'Write to a file with a fixed name that ends in .txt, .md, .csv, .tsv or .log, run the other program first, or make two tools of it.';

/** What commands leave and later commands may run, and programs that the template makes itself and gives values to. */
export function conflictsIn(effects: readonly TimedEffect[]): readonly Conflict[] {
  const conflicts: Conflict[] = [];
  for (const later of effects) {
    const runs = later.effect;
    if (runs.type !== 'runs') continue;
    for (const earlier of effects) {
      const left = earlier.effect;
      const same = earlier.command === later.command;
      if (left.type !== 'leaves' || later.to < earlier.from || (same && !earlier.repeats)) continue;
      if (left.sources.length > 0 && mayRun(runs, left.place)) {
        const why = `is left in ${placeText(left.place)}, where ${runs.program} may run it`;
        conflicts.push(...clearest(left.sources).map((source) => ({ step: earlier.step, source, why, hint: HINT })));
      }
      if (!same && typeof runs.what === 'object' && mayBeMade(runs.what.path, left.place)) {
        const why = `is given to ${runs.what.path}, which the template may have made itself`;
        const hint = 'Give it to a program that was there before.';
        conflicts.push(...runs.given.map((source) => ({ step: later.step, source, why, hint })));
      }
    }
  }
  return conflicts;
}

/** Placeholders have a position to show; what only comes from them has none. */
function clearest(sources: readonly Source[]): readonly Source[] {
  const placed = sources.filter(({ placeholder }) => placeholder !== undefined);
  return placed.length > 0 ? placed : sources;
}

function placeText(place: Place): string {
  if (typeof place === 'object') return place.path;
  return place === 'anywhere' ? 'a file' : 'the files of a repository';
}
