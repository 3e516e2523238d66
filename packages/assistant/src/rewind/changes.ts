import type { Entry } from '../log/entry.ts';

/** The name under which changes of files stand in the log. */
export const CHANGES = 'changes';

/** What a path was: nothing, a file whose content is kept, a link, a file whose content git has, or one that was not kept. */
export type FileState =
  | { readonly kind: 'absent' /** The topmost folder that was missing too. */; readonly missing?: string }
  | { readonly kind: 'file'; readonly hash: string; readonly mode: number }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'git'; readonly blob: string; readonly executable: boolean }
  /** `stamp` tells whether it is still the same. */
  | { readonly kind: 'lost'; readonly why: string; readonly stamp: string };

/** A file that was made, changed or deleted. */
export interface Change {
  /** With every link in its folder's path followed. */
  readonly path: string;
  readonly before: FileState;
  readonly after: FileState;
}

/** The changes that an entry tells of; none where it is about something else. */
export function changesIn(entry: Entry): readonly Change[] {
  if (entry.type !== 'extra' || entry.name !== CHANGES || !Array.isArray(entry.data)) return [];
  return entry.data.filter(isChange);
}

/** Logs may have been edited. */
function isChange(value: unknown): value is Change {
  const { path, before, after } = (value ?? {}) as Partial<Change>;
  return typeof path === 'string' && isState(before) && isState(after);
}

function isState(state: FileState | undefined): boolean {
  switch (state?.kind) {
    case 'absent':
      return true;
    case 'file':
      return typeof state.hash === 'string' && typeof state.mode === 'number';
    case 'link':
      return typeof state.target === 'string';
    case 'git':
      return typeof state.blob === 'string';
    case 'lost':
      return typeof state.why === 'string';
    default:
      return false;
  }
}

export function isSame(one: FileState, other: FileState): boolean {
  switch (one.kind) {
    case 'absent':
      return other.kind === 'absent';
    case 'file':
      return other.kind === 'file' && one.hash === other.hash && one.mode === other.mode;
    case 'link':
      return other.kind === 'link' && one.target === other.target;
    case 'git':
      return other.kind === 'git' && one.blob === other.blob && one.executable === other.executable;
    case 'lost':
      return other.kind === 'lost' && one.stamp === other.stamp;
  }
}
