import type { Session } from './session.ts';
import { folderOf, isContinued, reachesShell } from './shell-prompt.ts';
import type { EnteredLine } from './typing.ts';

/** What its shell would be given to run. */
export interface Foreseen {
  readonly lines: string[];
  readonly doubt?: string | undefined;
  readonly workingDirectory: string;
}

const DOUBT =
  'keys or a history expansion in the typed line may make another of it (clear it with {ctrl+u} and type it out)';

/** The lines that these keys would enter in the session's shell; nothing if none, or if another program reads them. */
export function foresee(session: Session, keys: string): Foreseen | undefined {
  if (!reachesShell(session)) return undefined;
  const entered = session.typing.copy().type(keys);
  if (entered.length === 0) return undefined;
  const all = [...begun(session), ...entered];
  return {
    lines: all.map(({ text }) => text),
    ...(all.some(({ unclear }) => unclear) ? { doubt: DOUBT } : {}),
    workingDirectory: folderOf(session),
  };
}

/** Notes what was typed; gives the lines that were entered in the session's shell by it. */
export function noteTyped(session: Session, keys: string, reached: boolean): readonly EnteredLine[] {
  if (!reached) {
    session.typing.clear();
    return [];
  }
  const before = begun(session);
  const entered = session.typing.type(keys);
  if (entered.length > 0) session.typing.entered = [...before, ...entered].slice(-MOST_LINES);
  return entered;
}

/** A command in more lines than this is not known from its beginning. */
const MOST_LINES = 1000;

function begun(session: Session): readonly EnteredLine[] {
  return isContinued(session) ? session.typing.entered : [];
}
