import type { Press } from '../presses.ts';
import { make } from './dom.ts';
import type { PopupQuestion, PopupSession, PopupState, PopupTab } from './messages.ts';

type Send = (press: Press) => void;

/** A question of the policy, with its answers as buttons. */
export function questionCard({ id, who, question, answers }: PopupQuestion, send: Send): HTMLElement {
  const buttons = answers.map(({ answer, says }, index) =>
    make(
      'button',
      {
        key: `${id} ${answer}`,
        ...(index === 0 ? { className: 'main' } : {}),
        onClick: () => send({ kind: 'answer', id, answer }),
      },
      says,
    ),
  );
  return make(
    'article',
    { className: 'question' },
    make('h2', {}, `${who} asks`),
    make('p', {}, question),
    make('div', { className: 'answers' }, ...buttons),
  );
}

/** A session: whose it is, what it does, its tabs, and what it waits for. */
export function sessionCard({ session, who, tabs, doing, needs }: PopupSession, send: Send): HTMLElement {
  const now = make('span', { className: 'doing quiet' }, needs === undefined ? (doing ?? 'idle') : 'waits for you');
  return make(
    'article',
    { className: 'session' },
    make('div', { className: 'head' }, make('h2', { title: who }, who), now),
    ...(needs === undefined ? [] : [needsCard(session, needs, send)]),
    make('ul', {}, ...tabs.map(tabItem)),
  );
}

/** The tab in front, and the sessions that it can be handed to. */
export function giveCard({ tabId, title, url }: PopupTab, receivers: PopupState['receivers'], send: Send): HTMLElement {
  const button = (session: string | null, says: string) =>
    make(
      'button',
      { key: `give ${tabId} ${session}`, onClick: () => send({ kind: 'give', session, tabId, url, title }) },
      says,
    );
  return make(
    'article',
    { className: 'give' },
    make('h2', { title: url }, 'Hand this tab to an agent'),
    make('p', {}, title || url),
    make(
      'div',
      { className: 'answers' },
      ...receivers.map(({ session, who }) => button(session, who)),
      button(null, 'New session'),
    ),
  );
}

function needsCard(session: string, needs: string, send: Send): HTMLElement {
  const done = make(
    'button',
    {
      className: 'main',
      key: `${session} done`,
      onClick: () => send({ kind: 'done', session, needs, where: 'popup' }),
    },
    'Done',
  );
  return make('div', { className: 'needs' }, make('p', {}, needs), make('div', { className: 'answers' }, done));
}

function tabItem({ tabId, title, url }: PopupSession['tabs'][number]): HTMLElement {
  const show = async () => {
    const tab = await chrome.tabs.update(tabId, { active: true });
    if (tab) await chrome.windows.update(tab.windowId, { focused: true });
  };
  const options = { className: 'tab', key: `tab ${tabId}`, title: `${title}\n${url}`, onClick: () => void show() };
  const button = make('button', options, make('span', {}, title || url));
  // Drawn after the title, and no part of it.
  if (title !== '' && URL.canParse(url)) button.dataset.host = new URL(url).host;
  return make('li', {}, button);
}
