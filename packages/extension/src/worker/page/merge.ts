import type { ElementInfo, LinkInfo } from '@helve/browser/protocol';
import type { FrameRead, InnerFrame } from './frames.ts';

/** Puts the texts of frames where they stand, each between lines that say whose it is. No page can write their brackets. */
export function mergeText({ data, frames }: FrameRead<{ text: string }>): string {
  return data.text.replace(MARK, (_, at: string) => {
    const frame = frames[Number(at)];
    if (!frame) return '';
    const inside = frame.read ? mergeText(frame.read) : UNREADABLE;
    return inside === '' ? '' : `⟦frame ${frame.origin}⟧\n${inside}\n⟦end of frame⟧`;
  });
}

/** Puts the trees of frames where they stand, below a line that says whose it is. */
export function mergeTrees({ data, frames }: FrameRead<Tree>): Tree {
  let { nodeCount } = data;
  const lines = data.tree.split('\n').flatMap((line) => {
    const [, indent = '', at] = MARK_LINE.exec(line) ?? [];
    if (at === undefined) return [line];
    const frame = frames[Number(at)];
    const inside = frame?.read && mergeTrees(frame.read);
    if (!frame || inside?.tree === '') return [];
    nodeCount += 1 + (inside?.nodeCount ?? 0);
    const head = `${indent}frame ${JSON.stringify(frame.origin)}`;
    if (!inside) return [`${head}: ${UNREADABLE}`];
    return [`${head}:`, ...inside.tree.split('\n').map((inner) => `${indent}  ${inner}`)];
  });
  return { tree: lines.join('\n'), nodeCount };
}

/** Puts what was found in frames where they stand, each with whose it is. */
export function mergeLists<Thing extends object, Whole>(
  { data, frames }: FrameRead<Whole>,
  list: (whole: Whole) => readonly Thing[],
): Thing[] {
  const merged: Thing[] = [];
  let from = 0;
  const own = list(data);
  for (const { spot, origin, read } of frames) {
    merged.push(...own.slice(from, spot.at));
    from = spot.at;
    // In a frame in a frame, whose it is has been said already.
    if (read) merged.push(...mergeLists(read, list).map((thing) => ({ frame: origin, ...thing })));
  }
  return [...merged, ...own.slice(from)];
}

/** What is in a frame is reached by its handle only: a selector would be looked for in the page itself. */
export function reachable<Thing extends ElementInfo | LinkInfo>(thing: Thing): Thing {
  if (thing.frame === undefined) return thing;
  if ('target' in thing) return { ...thing, target: { handle: thing.handle } };
  const { selector: _, route: __, ...rest } = thing;
  return rest as Thing;
}

/** Adds up over all frames. */
export function sum<Whole>({ data, frames }: FrameRead<Whole>, count: (whole: Whole) => number): number {
  return frames.reduce((total, { read }: InnerFrame<Whole>) => total + (read ? sum(read, count) : 0), count(data));
}

interface Tree {
  tree: string;
  nodeCount: number;
}

// oxlint-disable-next-line no-control-regex -- what stands for a frame, because no text of a page has it
const MARK = /\0(\d+)\0/g;
// oxlint-disable-next-line no-control-regex -- the same
const MARK_LINE = /^( *)\0(\d+)\0$/;

const UNREADABLE = '(cannot be read)';
