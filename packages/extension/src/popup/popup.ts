import { USUAL_PORT } from '@helve/browser/protocol';
import type { PairResult } from '../worker/pairing.ts';
import { questionCard, sessionCard } from './cards.ts';
import { byId, fill, make } from './dom.ts';
import type { PopupAsk, PopupState } from './messages.ts';

const STATES: Readonly<Record<PopupState['state'], string>> = {
  unpaired: 'Not paired. Run “helve browser pair” and type the code here.',
  connecting: 'Paired, looking for the service…',
  connected: 'Connected',
};

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
const state = byId('state', HTMLElement);
const stop = byId('stop', HTMLButtonElement);
const stopped = byId('stopped', HTMLElement);
const questions = byId('questions', HTMLElement);
const sessions = byId('sessions', HTMLElement);

let shown = '';
let current: PopupState | undefined;

port.value = String(USUAL_PORT);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void pair();
});
stop.addEventListener('click', () => send({ helve: 'stop', stopped: !current?.stopped }));
void show();
setInterval(() => void show(), 300);

async function pair(): Promise<void> {
  problem.textContent = '';
  const result = await ask<PairResult>({ helve: 'pair', code: code.value, port: Number(port.value) });
  if (!result.ok) problem.textContent = PROBLEMS[result.code];
  await show();
}

function send(message: PopupAsk): void {
  void ask(message).then(show);
}

async function show(): Promise<void> {
  current = await ask<PopupState>({ helve: 'state' });
  const text = JSON.stringify(current);
  if (text === shown) return;
  shown = text;
  state.textContent = STATES[current.state] + (current.state === 'connected' ? ` as ${current.name}` : '');
  state.dataset.state = current.state;
  form.hidden = current.state !== 'unpaired';
  stop.hidden = current.state === 'unpaired';
  stop.textContent = current.stopped ? 'Let agents go on' : 'Stop all agents';
  stop.classList.toggle('resume', current.stopped);
  stopped.hidden = !current.stopped;
  fill(
    questions,
    current.questions.map((question) => questionCard(question, send)),
  );
  const none = make('p', { className: 'quiet' }, 'No agent has a tab in this browser.');
  const cards = current.sessions.map((session) => sessionCard(session, send));
  fill(sessions, cards.length === 0 && current.state === 'connected' ? [none] : cards);
}

function ask<Answer>(message: PopupAsk): Promise<Answer> {
  return chrome.runtime.sendMessage<PopupAsk, Answer>(message);
}
