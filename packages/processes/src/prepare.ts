import { call, CommandError, type Confinement, worded } from '@helve/command';
import type { ConfinedProgram, Startable } from './confine/confine.ts';
import { looksSecret } from './credential.ts';

export interface ProgramStart extends Startable {
  /** Variables that were set for this program on purpose, whatever they hold. */
  readonly own?: Readonly<Record<string, string>>;
}

/** A program as it is started: confined where a confinement is given, and then without the caller's credentials. */
export async function prepareProgram(
  { own = {}, env, ...run }: ProgramStart,
  confinement: Confinement | undefined,
): Promise<ConfinedProgram> {
  if (!confinement) return unconfined({ ...run, env: { ...env, ...own } });
  const { confineProgram } = await import('./confine/index.ts');
  return confineProgram({ ...run, env: { ...withoutCredentials(env), ...own } }, confinement);
}

/** A program that runs outside the sandbox. */
export function unconfined(run: Startable): ConfinedProgram {
  return { ...run, started: () => true, refusal: () => undefined, refused: () => [], release: () => {} };
}

/** Throws if the sandbox failed to start. What it printed then is not the program's. */
export function requireStarted(
  { started, refusal }: Pick<ConfinedProgram, 'started' | 'refusal'>,
  exitCode: number | null,
  printed: string,
): void {
  if (exitCode === null || started()) return;
  const [failure = ''] = printed.replace(/^(?:bwrap|sandbox): /, '').split('\n');
  const reason = refusal() ?? (failure.trim() || `it ended with exit code ${exitCode}`);
  throw new CommandError('UNAVAILABLE', `The sandbox failed to start, so the program did not run: ${reason}`, {
    hint: worded`Check that the working directory and the project exist. ${call('doctor all')} shows whether there is a sandbox.`,
    retry: 'conditional',
  });
}

function withoutCredentials(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(env).filter(([name, value]) => !looksSecret(name, value)));
}
