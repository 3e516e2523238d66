import { call, CommandError, type Context, parameter, worded } from '@helve/command';
import { type Foreseen, foresee, noteTyped } from './foresee.ts';
import { deliver, type Delivered, encodeStrokes } from './deliver.ts';
import { type Misspelt, type ParsedInput, parseStrokes } from './keys.ts';
import { maskText } from '../secret/mask.ts';
import { findSecret, type Secrets, secretFile } from '../secret/store.ts';
import { sessionState } from './read.ts';
import type { Session } from './session.ts';
import { recordEntered } from './record-entered.ts';
import { readerOf } from './readers.ts';
import { hasOwner } from '../owner.ts';
import { sessions } from './session-store.ts';
import { folderOf, isAtPrompt, reachesShell } from './shell-prompt.ts';
import { takeOutput } from './take.ts';
import { waitFor } from './wait.ts';
import type { TerminalModes } from './terminal-modes.ts';
import type { Input, Output } from '../../commands/terminal/session/write.ts';

const RESPONSE_BYTES = 64 * 1024;

export async function writeSession(input: Input, context: Context): Promise<Output> {
  const session = context.keep(sessions).get(input.sessionId);
  if (!session.running) throw isOver(session);
  const secrets = await secretFile.read(context.place.home);
  const secret = input.secret === undefined ? undefined : readSecret(input.secret, secrets, context);
  const { strokes, misspelt }: ParsedInput = input.paste
    ? { strokes: [{ text: input.input }], misspelt: [] }
    : parseStrokes(input.input);
  if (strokes.some((stroke) => 'secret' in stroke) && secret === undefined) throw noSecret();
  for (const [name, value] of Object.entries(secrets)) session.hide(name, value);
  if (input.secret !== undefined && secret !== undefined) session.hide(input.secret, secret);

  const typed = { secret: secret ?? '', paste: input.paste };
  const keys = encodeStrokes(strokes, await session.modes(), typed).toString();
  const hidden = input.secret === undefined || secret === undefined ? secrets : { ...secrets, [input.secret]: secret };
  const reader = readerOf(context.place);
  if (input.dryRun) {
    const hasMore = session.size > session.readers.endOf(reader);
    return { ...notSent(session, foresee(session, keys), hidden), hasMore };
  }

  const timeoutMs = input.timeoutSeconds * 1000;
  const started = performance.now();
  const from = session.size;
  const workingDirectory = folderOf(session);
  const lines = noteTyped(session, keys, reachesShell(session));
  const atPrompt = lines.length > 0 && (await isAtPrompt(session));
  const delivered = await deliver(session, strokes, { ...typed, timeoutMs, signal: context.signal });
  let modes: Promise<TerminalModes | undefined> | undefined;
  const reason = await waitFor(session, {
    until: { kind: 'answer' },
    from: delivered.lastFrom,
    timeoutMs: Math.max(0, timeoutMs - (performance.now() - started)),
    signal: context.signal,
    echoes: async () => (await session.lineModes())?.echo === true,
    // It takes a program to ask, which runs while the wait makes sure.
    onWaiting: (seen) => {
      modes = session.modesOf(seen);
    },
  });
  const isWhole = delivered.bytes === delivered.of;
  if (!isWhole) session.typing.clear();
  warnOf(delivered, misspelt, context);
  if (lines.length > 0) {
    await recordEntered(session, { lines, atPrompt, workingDirectory, from, secrets: hidden }, context);
  }
  const state = await sessionState(session, reason === 'waiting' ? modes : undefined);
  const response = takeOutput(session, from, RESPONSE_BYTES, 'text');
  // What was printed before and not read yet is still to be read.
  if (session.readers.endOf(reader) >= from) session.readers.hasRead(reader, response.end);
  return {
    sessionId: input.sessionId,
    status: isWhole ? 'sent' : 'partly-sent',
    ...(isWhole ? {} : { delivered: { bytes: delivered.bytes, of: delivered.of } }),
    responseOutput: response.output,
    hasMore: response.hasMore,
    reason,
    ...state,
  };
}

/** Policies ask for it before each write, so no program is started to learn whether the terminal hides what is typed. */
function notSent(session: Session, foreseen: Foreseen | undefined, secrets: Secrets): Omit<Output, 'hasMore'> {
  const { waiting, evidence } = session.probe();
  return {
    sessionId: session.id,
    status: 'not-sent',
    responseOutput: '',
    reason: 'output',
    confined: session.confined,
    ...(foreseen ? { foreseen: { ...foreseen, lines: foreseen.lines.map((line) => maskText(line, secrets)) } } : {}),
    isRunning: session.running,
    waitingForInput: waiting,
    evidence,
  };
}

function warnOf({ bytes, of, cut }: Delivered, misspelt: readonly Misspelt[], context: Context): void {
  if (cut > 0) {
    context.warn(
      `The terminal dropped ${cut} of ${of} bytes: its program reads by lines, and a line has at most 4095 bytes. Write long text to a file, or send shorter lines.`,
    );
  }
  if (bytes + cut < of) {
    context.warn(`The program took ${bytes} of ${of} bytes; the rest was not sent.`);
  }
  for (const { written, suggestion } of misspelt) {
    context.warn(`${written} is not the name of a key and was typed as text. Did you mean {${suggestion}}?`);
  }
}

function readSecret(name: string, secrets: Secrets, context: Context): string {
  // An agent may use what a person has stored for it, and none of the variables of helve's own environment.
  const value = findSecret(secrets, name) ?? (hasOwner(context.place) ? undefined : context.place.env[name]);
  if (value) return value;
  throw new CommandError('NOT_FOUND', `There is no secret ${name}, nor an environment variable of that name`, {
    hint: worded`Set it, from standard input: ${call('terminal secret set', { name, value: '-' })}`,
    details: { secret: name },
  });
}

function noSecret(): CommandError {
  return new CommandError('INVALID_INPUT', 'The input contains {secret}, but no secret was named', {
    hint: worded`Name a stored secret or an environment variable: ${parameter('secret')} NAME. To type the word itself: {{secret}`,
  });
}

function isOver(session: Session): CommandError {
  const { sessionId, exitCode } = session.meta;
  return new CommandError('UNAVAILABLE', `The session ${sessionId} is over (exit code ${exitCode})`, {
    hint: worded`Read what it printed (${call('terminal session read', { sessionId })}), or start another.`,
    details: { sessionId, exitCode },
  });
}
