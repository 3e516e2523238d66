import { USUAL_PORT } from '@helve/browser/protocol';
import type { PairResult } from '../worker/connection/pairing.ts';
import { keepPress, type Press } from '../presses.ts';
import { giveCard, questionCard, sessionCard } from './cards.ts';
import { byId, fill, make } from './dom.ts';
import type { PopupAsk, PopupState } from './messages.ts';
import { Steady } from './steady.ts';

const STATES: Readonly<Record<PopupState['state'], (state: PopupState) => string>> = {
  unpaired: () => 'Not paired. Run “helve browser pair” and type the code here.',
  connecting: () => 'Paired, looking for the service…',
  connected: ({ name }) => `Connected as ${name}`,
};

/** After that it is not only starting: the person may have to tell where it is. */
const LOST_MS = 5_000;
const LOST = 'The service is not found. Run “helve browser pair”, and type the code and the port here.';

const PROBLEMS: Readonly<Record<Extract<PairResult, { ok: false }>['code'], string>> = {
  PAIRING_CODE_INVALID: 'That is not the code.',
  PAIRING_CODE_EXPIRED: 'That code is too old. Run “helve browser pair” again.',
  PAIRING_CODE_CONSUMED: 'That code has been used. Run “helve browser pair” again.',
  PAIRING_RATE_LIMITED: 'Too many wrong codes. Wait a minute.',
  BAD_REQUEST: 'The service did not understand this. Is it of the same version?',
  UNAUTHORIZED: 'The service does not let this extension in.',
  UNREACHABLE: 'No service answers on that port. Run “helve service start”.',
};

const form = byId('pair', HTMLFormElement);
const code = byId('code', HTMLInputElement);
const port = byId('port', HTMLInputElement);
const problem = byId('problem', HTMLElement);
const stateLine = byId('state', HTMLElement);
const stop = byId('stop', HTMLButtonElement);
const stopped = byId('stopped', HTMLElement);
const questions = byId('questions', HTMLElement);
const sessions = byId('sessions', HTMLElement);
const give = byId('give', HTMLElement);

const LOOK_MS = 300;
const AGAIN_MS = 100;
const ANSWER_MS = 3_000;

const steady = new Steady();
let shown = '';
let current: PopupState | undefined;
let looksSince: number | undefined;

port.value = String(USUAL_PORT);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void pair();
});
// It is the worker's as soon as it is written down, whether there is a worker just now or not.
stop.addEventListener('click', () => void chrome.storage.local.set({ stopped: !current?.stopped }).then(show));
void keepShowing();

async function keepShowing(): Promise<never> {
  for (;;) {
    await show();
    await pause(LOOK_MS);
  }
}

async function pair(): Promise<void> {
  problem.textContent = '';
  const result = await ask<PairResult>({ helve: 'pair', code: code.value, port: Number(port.value) });
  if (!result.ok) problem.textContent = PROBLEMS[result.code];
  await show();
}

function send(press: Press): void {
  if (press.kind === 'answer') steady.pressed(press.id);
  if (current) render(steady.without(current));
  void keepPress(press).then(show);
}

async function show(): Promise<void> {
  render(steady.show(await ask<PopupState>({ helve: 'state' }), Date.now()));
}

function render(state: PopupState): void {
  current = state;
  looksSince = current.state === 'connecting' ? (looksSince ?? Date.now()) : undefined;
  const lost = looksSince !== undefined && Date.now() - looksSince > LOST_MS;
  const text = JSON.stringify([current, lost]);
  if (text === shown) return;
  shown = text;
  stateLine.textContent = lost ? LOST : STATES[current.state](current);
  stateLine.dataset.state = current.state;
  stateLine.classList.toggle('long', lost);
  form.hidden = current.state !== 'unpaired' && !lost;
  stop.hidden = current.state === 'unpaired';
  stop.textContent = current.stopped ? 'Let agents continue' : 'Stop all agents';
  stop.classList.toggle('resume', current.stopped);
  stopped.hidden = !current.stopped;
  fill(
    questions,
    current.questions.map((question) => questionCard(question, send)),
  );
  const { inFront, receivers } = current;
  fill(give, inFront && !current.stopped ? [giveCard(inFront, receivers, send)] : []);
  const none = make('p', { className: 'quiet' }, 'No agent has a tab in this browser.');
  const cards = current.sessions.map((session) => sessionCard(session, send));
  fill(sessions, cards.length === 0 && current.state === 'connected' ? [none] : cards);
}

/** Asks until there is an answer: a worker that is being ended may give none, nor say that it will not. */
async function ask<Answer>(message: PopupAsk): Promise<Answer> {
  for (;;) {
    const asking = chrome.runtime.sendMessage<PopupAsk, Answer | undefined>(message).catch(() => undefined);
    const answer = await Promise.race([asking, pause(ANSWER_MS)]);
    if (answer !== undefined) return answer;
    await pause(AGAIN_MS);
  }
}

function pause(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), milliseconds));
}
