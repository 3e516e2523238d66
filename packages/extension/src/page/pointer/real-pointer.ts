/** The browser's own pointer, which only its debugger moves. What it does is no different from what a person does. */
import type { MouseButton } from '@helve/browser/protocol';
import { Failure } from '../../failure.ts';
import type { PointerAnswer, PointerAsk } from '../../page-message.ts';
import { askWorker } from '../worker/ask-worker.ts';
import { placeInTab } from './frame-cover.ts';
import type { Point } from './point.ts';

const ANSWER_MS = 5_000;

/** Attaches the debugger, if it is not. */
export async function attachPointer(): Promise<void> {
  await ask({ helve: 'pointer', do: 'attach' });
}

export async function moveForReal(point: Point): Promise<void> {
  await ask({ helve: 'pointer', do: 'move', ...(await placeInTab(point)) });
}

export async function clickForReal(point: Point, button: MouseButton, count: number): Promise<void> {
  await ask({ helve: 'pointer', do: 'click', ...(await placeInTab(point)), button, count });
}

async function ask(asked: PointerAsk): Promise<void> {
  const answer = await askWorker<PointerAnswer>(asked, ANSWER_MS);
  if (answer === null) return;
  throw new Failure(
    'DEBUGGER_DISABLED',
    `The browser's own pointer cannot be used: ${answer ?? 'the worker of the extension does not answer'}`,
    'Leave out --real-pointer: the page then gets the events of a pointer.',
  );
}
