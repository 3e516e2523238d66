import type { Target } from '@helve/browser/protocol';
import { Failure } from '../../failure.ts';

/** Where the elements with these numbers are. */
interface Range {
  readonly from: number;
  /** The last one. */
  readonly to: number;
  readonly tabId: number;
  readonly frameId: number;
  readonly documentId: string;
}

interface Minted {
  /** The number of the next handle; none is used twice in a session. */
  readonly next: number;
  readonly ranges: readonly Range[];
}

const EMPTY: Minted = { next: 1, ranges: [] };
const MOST_RANGES = 200;

const cache = new Map<string, Minted>();

/** With which number a document goes on to give out handles. */
interface Numbers {
  readonly nextHandle: number;
  readonly lastHandle: number;
}

/** At once, where it is known. */
export function numbersFor(session: string, documentId: string): Numbers | Promise<Numbers> {
  const numbersIn = ({ next, ranges }: Minted): Numbers => ({
    nextHandle: next,
    lastHandle: ranges.findLast((range) => range.documentId === documentId)?.to ?? 0,
  });
  const known = cache.get(session);
  return known ? numbersIn(known) : read(session).then(numbersIn);
}

/**
 * Notes that a document has given out handles up to this number, beginning with the one it was told. False: another has
 * given out the same meanwhile, and these mean nothing.
 */
export async function noteHandles(
  session: string,
  { nextHandle }: Numbers,
  next: number,
  where: Omit<Range, 'from' | 'to'>,
): Promise<boolean> {
  const before = await read(session);
  if (next <= nextHandle) return true;
  if (before.next !== nextHandle) return false;
  const range = { ...where, from: nextHandle, to: next - 1 };
  const minted = { next, ranges: [...before.ranges, range].slice(-MOST_RANGES) };
  cache.set(session, minted);
  await chrome.storage.session.set({ [key(session)]: minted });
  return true;
}

/** The frame that a target is in; what has no handle is looked for in the page itself. */
export async function frameOf(session: string, tabId: number, target: Target | undefined): Promise<FramePlace> {
  if (!target || !('handle' in target)) return { frameId: 0, documentId: undefined };
  const number = handleNumber(target.handle);
  const { ranges, next } = await read(session);
  const range = ranges.find(({ from, to }) => from <= number && number <= to);
  if (range?.tabId === tabId) return range;
  if (range) {
    throw new Failure(
      'ELEMENT_HANDLE_SCOPE_MISMATCH',
      `${target.handle} is an element of another tab of this session`,
      'Bind the session to that tab, or read this one: helve browser elements',
    );
  }
  throw number < next ? staleHandle(target.handle) : unknownHandle(target.handle);
}

export interface FramePlace {
  readonly frameId: number;
  /** The document that gave out the handle; another one in the same frame does not have it. */
  readonly documentId: string | undefined;
}

export function staleHandle(handle: string): Failure {
  return new Failure(
    'ELEMENT_HANDLE_STALE',
    `${handle} is an element of a page that is gone`,
    'Read the page again: helve browser elements',
    { handle },
  );
}

function unknownHandle(handle: string): Failure {
  return new Failure(
    'ELEMENT_HANDLE_NOT_FOUND',
    `No element was given the handle ${handle}`,
    'Read the page: helve browser elements',
    { handle },
  );
}

export function handleNumber(handle: string): number {
  return Number(handle.slice(2));
}

async function read(session: string): Promise<Minted> {
  const known = cache.get(session);
  if (known) return known;
  const { [key(session)]: stored = EMPTY } = await chrome.storage.session.get<Record<string, Minted | undefined>>(
    key(session),
  );
  cache.set(session, stored);
  return stored;
}

function key(session: string): string {
  return `handles:${session}`;
}
