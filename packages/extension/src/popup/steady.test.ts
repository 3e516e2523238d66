import { expect, it } from 'vitest';
import type { PopupState } from './messages.ts';
import { Steady } from './steady.ts';

function state(connection: PopupState['state'], ...ids: string[]): PopupState {
  const questions = ids.map((id) => ({ id, session: 'a', who: 'A', question: id, answers: [] }));
  return {
    state: connection,
    name: 'main',
    stopped: false,
    sessions: [],
    questions,
    receivers: [],
    inFront: undefined,
  };
}

const ids = ({ questions }: PopupState) => questions.map(({ id }) => id);

it('holds what is shown while the worker starts anew, and lets go of it when that knows better', () => {
  const steady = new Steady();
  expect(ids(steady.show(state('connected', 'q1'), 0))).toEqual(['q1']);
  expect(ids(steady.show(state('connected', 'q1'), 300))).toEqual(['q1']);
  expect(ids(steady.show(state('connecting'), 600))).toEqual(['q1']);
  expect(ids(steady.show(state('connected'), 900))).toEqual(['q1']);
  expect(ids(steady.show(state('connected', 'q2'), 1_200))).toEqual(['q2']);
});

it('holds nothing that was answered, nor anything for long, nor when the browser is paired no more', () => {
  const steady = new Steady();
  steady.show(state('connected', 'q1', 'q2'), 0);
  steady.pressed('q1');
  expect(ids(steady.show(state('connecting'), 300))).toEqual(['q2']);
  expect(ids(steady.show(state('unpaired'), 600))).toEqual([]);
  steady.show(state('connected', 'q3'), 700);
  expect(ids(steady.show(state('connecting'), 10_700))).toEqual([]);
});
