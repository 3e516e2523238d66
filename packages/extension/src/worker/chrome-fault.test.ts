import { describe, expect, it } from 'vitest';
import { Failure } from '../failure.ts';
import {
  absent,
  type ChromeFault,
  faultOf,
  isWorkerEnding,
  onceFree,
  tabFailure,
  WorkerEnding,
} from './chrome-fault.ts';

/** As Chromium 156 says it. */
const SAID: readonly (readonly [string, ChromeFault])[] = [
  ['No SW', 'worker-ending'],
  ['No RPH', 'worker-ending'],
  ['Extension context invalidated.', 'worker-ending'],
  ['Script context has shut down.', 'worker-ending'],
  ['', 'page-left'],
  ['Frame with ID 0 was removed.', 'page-left'],
  ['Frame with ID 12 is not ready', 'page-left'],
  ['The frame was removed.', 'page-left'],
  ['No frame with id 0 in tab with id 7', 'page-left'],
  ['No frame with id 3 in tab 7.', 'page-left'],
  ['No document with id 5D1B in tab with id 7', 'page-left'],
  ['Tab navigated before capture could complete.', 'page-left'],
  ['Could not establish connection. Receiving end does not exist.', 'nobody-listens'],
  ['The message port closed before a response was received.', 'answer-lost'],
  [
    'A listener indicated an asynchronous response by returning true, but the message channel closed before a response was received',
    'answer-lost',
  ],
  [
    'The page keeping the extension port is moved into back/forward cache, so the message channel is closed.',
    'answer-lost',
  ],
  ['No tab with id: 7.', 'tab-gone'],
  ['The tab was closed.', 'tab-gone'],
  ['Tab containing frame with ID 0 was removed.', 'tab-gone'],
  ['Tabs cannot be edited right now (user may be dragging a tab).', 'tabs-held'],
  ['Frame with ID 0 is showing error page', 'error-page'],
  ['Cannot access a chrome:// URL', 'no-entry'],
  ['Cannot access a chrome-extension:// URL of different extension', 'no-entry'],
  ['Cannot access contents of url "chrome://version". Extension manifest must request permission.', 'no-entry'],
  ['The extensions gallery cannot be scripted.', 'no-entry'],
  ['Cannot capture this page', 'no-entry'],
  ["Could not load file: 'page.js'.", 'other'],
  ['No window with id: 3.', 'other'],
];

it.each(SAID)('takes %j for %s', (message, fault) => {
  expect(faultOf(new Error(message))).toBe(fault);
});

describe('a call that failed', () => {
  it.each([
    ['No tab with id: 7.', 'TAB_NOT_FOUND'],
    ['Frame with ID 0 is showing error page', 'NAVIGATION_FAILED'],
    ['Cannot access a chrome:// URL', 'SCRIPT_ERROR'],
    ['anything else', 'SCRIPT_ERROR'],
  ])('with %j is %s', (message, code) => {
    expect(tabFailure(7, new Error(message))).toMatchObject({ code });
  });

  it('in a worker that is being ended says nothing of the tab, nor of what is missing', () => {
    expect(tabFailure(7, new Error('No SW'), { code: 'NAVIGATION_FAILED' })).toBeInstanceOf(WorkerEnding);
    expect(() => absent(new Error('No SW'))).toThrow(WorkerEnding);
    expect(absent(new Error('No tab with id: 7.'))).toBeUndefined();
  });

  it('in the page with the same words is no sign of a worker that is being ended', () => {
    expect(isWorkerEnding(new Error('No SW'))).toBe(true);
    expect(isWorkerEnding(new Failure('ELEMENT_NOT_FOUND', 'No SW'))).toBe(false);
  });

  it('while a person drags a tab is made again', async () => {
    const answers = [new Error('Tabs cannot be edited right now (user may be dragging a tab).'), 'done'];
    const edit = () =>
      Promise.resolve(answers.shift()).then((answer) => {
        if (answer instanceof Error) throw answer;
        return answer;
      });
    expect(await onceFree(new AbortController().signal, edit)).toBe('done');
  });
});
