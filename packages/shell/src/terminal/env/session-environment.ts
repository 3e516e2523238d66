import { looksSecret, RUN_VARIABLE } from '@helve/processes';
import { call, CommandError, type Context, worded } from '@helve/command';
import type { Session } from '../session/session.ts';
import { sessions } from '../session/session-store.ts';
import { isAtPrompt, isContinued } from '../session/shell-prompt.ts';
import { waitFor } from '../session/wait.ts';
import type { ChildEnvironment } from './child.ts';

/** How long the shell may take to be back at its prompt. */
const TYPED_MS = 5000;

/** To the end of the line, and all of it away: what stood there would become part of the command. */
const CLEAR_LINE = '\x05\x15';

/** The longest value that can be typed whole into any shell. */
const LONGEST_VALUE = 3000;

const SHELLS: ReadonlySet<string> = new Set(['bash', 'zsh', 'sh', 'dash', 'ksh', 'ash']);

/** The environment a session was started with, and what was set for it since. What its programs set is theirs alone. */
export async function sessionEnvironment(sessionId: string, context: Context): Promise<ChildEnvironment> {
  const { environment } = context.keep(sessions).get(sessionId);
  const { [RUN_VARIABLE]: _, PS2: _prompt, ...variables } = Object.fromEntries(environment);
  return { variables, withheld: [], hidden: {} };
}

/** Sets a variable in a session, the one way there is: by typing it into its shell. */
export async function exportIn(
  sessionId: string,
  { name, value }: { readonly name: string; readonly value: string },
  context: Context,
): Promise<void> {
  checkTypeable(name, value);
  const session = await shellAtPrompt(sessionId, context);
  if (looksSecret(name, value)) session.hide(name, value);
  await type(session, `export ${name}='${value.replaceAll("'", `'\\''`)}'`, context);
  session.environment.set(name, value);
  context.warn(`"export ${name}=…" was typed into the shell of ${sessionId}: it applies to later commands there.`);
}

export async function unsetIn(sessionId: string, name: string, context: Context): Promise<void> {
  const session = await shellAtPrompt(sessionId, context);
  await type(session, `unset ${name}`, context);
  session.environment.delete(name);
  context.warn(`"unset ${name}" was typed into the shell of ${sessionId}: it applies to later commands there.`);
}

async function shellAtPrompt(sessionId: string, context: Context): Promise<Session> {
  const session = context.keep(sessions).get(sessionId);
  const { command, shell } = session.meta;
  if (!session.running) throw refusal(session, 'is over');
  if (command !== null) throw refusal(session, 'runs a program, and no shell');
  if (!SHELLS.has(shell)) throw refusal(session, `has a shell (${shell}) that helve cannot set variables in`);
  if (!(await isAtPrompt(session))) throw refusal(session, 'is busy: its shell is not at its prompt');
  if (isContinued(session)) throw refusal(session, 'is in the middle of a command: its shell asks for the rest');
  return session;
}

function refusal({ id }: Session, why: string): CommandError {
  return new CommandError('UNAVAILABLE', `The session ${id} ${why}, so its variables cannot be changed`, {
    hint: worded`Wait for its prompt (${call('terminal session read', { sessionId: id, until: 'prompt' })}), or start a session with the variable: ${call('terminal session start', { env: { NAME: 'value' } })}`,
    details: { sessionId: id },
  });
}

function checkTypeable(name: string, value: string): void {
  if (!/[\x00-\x1f\x7f]/.test(value) && Buffer.byteLength(value) <= LONGEST_VALUE) return;
  throw new CommandError('INVALID_INPUT', `The value of ${name} cannot be typed into a shell`, {
    hint: worded`Use one line of at most ${LONGEST_VALUE} bytes, or start a session with it: ${call('terminal session start', { env: { NAME: 'value' } })}`,
    details: { name },
  });
}

async function type(session: Session, line: string, { signal }: Context): Promise<void> {
  const from = session.size;
  session.typing.clear();
  await session.write([Buffer.from(`${CLEAR_LINE}${line}\r`)], signal);
  await waitFor(session, { until: { kind: 'answer' }, from, timeoutMs: TYPED_MS, signal });
  // Nobody who reads the session asked for this.
  session.readers.skip(from, session.size);
}
