import { CommandError, type Context, parameter, worded } from '@helve/command';
import { type Foreseen, foresee, noteTyped } from './foresee.ts';
import { keyBytes, parseStrokes, type Stroke } from './keys.ts';
import { maskText } from '../secret/mask.ts';
import { findSecret, type Secrets, secretFile } from '../secret/store.ts';
import { sessionState } from './read.ts';
import type { ScreenModes } from './screen.ts';
import type { Session } from './session.ts';
import { recordEntered } from './record-entered.ts';
import { sessions } from './session-store.ts';
import { folderOf, isAtPrompt, reachesShell } from './shell-prompt.ts';
import { takeOutput } from './take.ts';
import { waitFor } from './wait.ts';
import type { Input, Output } from '../../commands/terminal/session/write.ts';

const RESPONSE_BYTES = 64 * 1024;

/** Bytes that are handed over at a time: each is taken before the next is offered. */
const PIECE_BYTES = 1024;

/** The longest line that a terminal in its usual mode takes; the kernel drops the rest. */
const CANONICAL_LINE_BYTES = 4095;

export async function writeSession(input: Input, context: Context): Promise<Output> {
  const session = context.keep(sessions).get(input.sessionId);
  if (!session.running) throw isOver(session);
  const secrets = await secretFile.read(context.place.home);
  const secret = input.secret === undefined ? undefined : readSecret(input.secret, secrets, context);
  const strokes = input.paste ? [{ text: input.input }] : parseStrokes(input.input);
  if (strokes.some((stroke) => 'secret' in stroke) && secret === undefined) throw noSecret();
  for (const [name, value] of Object.entries(secrets)) session.hide(name, value);
  if (input.secret !== undefined && secret !== undefined) session.hide(input.secret, secret);

  const modes = await session.modes();
  const bytes = Buffer.concat(strokes.map((stroke) => encode(stroke, modes, secret ?? '', input.paste)));
  const hidden = input.secret === undefined || secret === undefined ? secrets : { ...secrets, [input.secret]: secret };
  if (input.dryRun) return notSent(session, foresee(session, bytes.toString()), hidden);
  await warnOfCut(session, bytes, context);

  const timeoutMs = input.timeoutSeconds * 1000;
  const started = performance.now();
  const from = session.size;
  const workingDirectory = folderOf(session);
  const lines = noteTyped(session, bytes.toString(), reachesShell(session));
  const atPrompt = lines.length > 0 && (await isAtPrompt(session));
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMs)]);
  const taken = await session.write(pieces(bytes), signal);
  const reason = await waitFor(session, {
    until: { kind: 'answer' },
    from,
    timeoutMs: Math.max(0, timeoutMs - (performance.now() - started)),
    signal: context.signal,
    echoes: async () => (await session.lineModes())?.echo === true,
  });
  if (taken < bytes.length) {
    context.warn(`The program took ${taken} of ${bytes.length} bytes; the rest was not sent.`);
    session.typing.clear();
  }
  if (lines.length > 0) {
    await recordEntered(session, { lines, atPrompt, workingDirectory, from, secrets: hidden }, context);
  }
  const state = await sessionState(session);
  const response = takeOutput(session, from, RESPONSE_BYTES, 'text');
  // What was printed before and not read yet is still to be read.
  if (session.cursor >= from) session.cursor = response.end;
  return {
    sessionId: input.sessionId,
    status: taken < bytes.length ? 'partly-sent' : 'sent',
    responseOutput: response.output,
    hasMore: response.hasMore,
    reason,
    ...state,
  };
}

async function notSent(session: Session, foreseen: Foreseen | undefined, secrets: Secrets): Promise<Output> {
  return {
    sessionId: session.id,
    status: 'not-sent',
    responseOutput: '',
    hasMore: session.size > session.cursor,
    reason: 'output',
    ...(foreseen ? { foreseen: { ...foreseen, lines: foreseen.lines.map((line) => maskText(line, secrets)) } } : {}),
    ...(await sessionState(session)),
  };
}

function encode(stroke: Stroke, modes: ScreenModes, secret: string, paste: boolean): Buffer {
  if ('key' in stroke) return Buffer.from(keyBytes(stroke.key, modes));
  const text = 'secret' in stroke ? secret : stroke.text.replace(/\r\n?|\n/g, '\r');
  const bytes = Buffer.from(text);
  // A program that knows pastes takes a long one in one go instead of key by key.
  if (!modes.bracketedPaste || !(paste || bytes.length > CANONICAL_LINE_BYTES)) return bytes;
  return Buffer.concat([Buffer.from('\x1b[200~'), bytes, Buffer.from('\x1b[201~')]);
}

function pieces(bytes: Buffer): readonly Buffer[] {
  const count = Math.ceil(bytes.length / PIECE_BYTES);
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES));
}

async function warnOfCut(session: Session, bytes: Buffer, context: Context): Promise<void> {
  let longest = 0;
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf('\r', from);
    longest = Math.max(longest, (end < 0 ? bytes.length : end) - from);
    from = end < 0 ? bytes.length : end + 1;
  }
  if (longest <= CANONICAL_LINE_BYTES || !(await session.lineModes())?.canonical) return;
  context.warn(
    `A line of ${longest} bytes is cut to ${CANONICAL_LINE_BYTES} by this terminal, whose program reads by lines. Write it to a file instead, or send it in shorter lines.`,
  );
}

function readSecret(name: string, secrets: Secrets, context: Context): string {
  const value = findSecret(secrets, name) ?? context.place.env[name];
  if (value) return value;
  throw new CommandError('NOT_FOUND', `There is no secret ${name}, nor an environment variable of that name`, {
    hint: `Set it, from standard input: helve terminal secret set --name ${name} --value -`,
    details: { secret: name },
  });
}

function noSecret(): CommandError {
  return new CommandError('INVALID_INPUT', '{secret} stands in the input, and no secret was named', {
    hint: worded`Name the one that \`terminal secret set\` or an environment variable holds: ${parameter('secret')} NAME. A literal brace is written {{.`,
  });
}

function isOver(session: Session): CommandError {
  const { sessionId, exitCode } = session.meta;
  return new CommandError('UNAVAILABLE', `The session ${sessionId} is over (exit code ${exitCode})`, {
    hint: `Read what it printed (helve terminal session read --session-id ${sessionId}), or start another.`,
    details: { sessionId, exitCode },
  });
}
