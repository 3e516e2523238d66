import { realpath, stat } from 'node:fs/promises';
import { CommandError, type Registry } from '@helve/command';
import type { Keeper } from '@helve/command/host';
import { isHelveLine } from '@helve/command/line';
import { runTerminal, type Streams } from '@helve/doors';
import { judgingBy, type Policy, under } from '@helve/policy';
import { createCaller, enterFolder, placeOf } from '../caller.ts';
import { isPrint, isReset, WORDS } from '../words.ts';
import type { ArgvAnswer, ArgvRun } from './protocol.ts';

/** The service, as far as it runs arguments. */
export interface ArgvHost {
  readonly registry: Registry;
  readonly version: string;
  readonly home: string;
  readonly keeper: Keeper;
  /** The service's own, in octal. */
  readonly umask: string;
  /** Whether its program was replaced: whoever can run the new one should. */
  readonly isReplaced: () => boolean;
  /** Is told the environment of each caller. */
  readonly onEnvironment?: ((env: Readonly<Record<string, string | undefined>>) => void) | undefined;
}

/**
 * Runs arguments as the terminal does and gives back what it would print. What needs the caller's own process (its
 * standard input, a person to ask, another home) is found out before anything is done, and left to that process.
 */
export async function runArguments(host: ArgvHost, params: ArgvRun, signal: AbortSignal): Promise<ArgvAnswer> {
  const foreground = new Foreground();
  if (speaksOnStreams(params.args) || isPrint(params.args) || isReset(params.args) || host.isReplaced())
    return { foreground: true };
  const cwd = await physicalFolder(params.cwd);
  if (cwd === undefined || (params.umask !== undefined && Number(params.umask) !== Number(host.umask))) {
    return { foreground: true };
  }
  const output = captured(params.terminal, foreground);
  const code = await runTerminal({
    registry: host.registry,
    version: host.version,
    args: params.args,
    streams: output.streams,
    words: WORDS.map(({ name }) => ({ name, run: async () => foreground.demand() })),
    wordHelp: async () => (await import('../word-help.ts')).WORD_HELP,
    place: (said) => placeOf({ cwd, env: params.env }, said),
    caller: async ({ cwd: wanted, home, permissionMode }) => {
      const caller = await createCaller(host.registry, {
        cwd: await enterFolder(cwd, wanted),
        env: params.env,
        home,
        mode: permissionMode,
        defaultMode: 'bypassPermissions',
        defaultModeSource: 'the terminal',
        by: 'person',
        signal,
        ask: async () =>
          params.attended
            ? foreground.demand()
            : { allow: false, reason: 'it needs approval, and nobody can be asked here' },
      });
      if (!(await isSameFolder(caller.place.home, host.home))) foreground.demand();
      const policy = withoutLifecycle(caller.authority.policy, foreground);
      return { ...under(caller, { policy }), host: { ...caller.host, keeper: host.keeper } };
    },
  });
  return foreground.demanded ? { foreground: true } : { code, ...output.printed() };
}

/** Notes that the caller's own process is needed, and stops what is under way. */
class Foreground {
  demanded = false;

  demand(): never {
    this.demanded = true;
    throw new CommandError('UNAVAILABLE', 'This must run in the foreground');
  }
}

/**
 * The mcp door has the streams for itself; with an action, `mcp` is a module like any other. A word that comes after flags
 * or a prefix is taken for the door rather than missed.
 */
function speaksOnStreams(args: readonly string[]): boolean {
  const [first = '', second = '-'] = args;
  return (
    (first === 'mcp' && second.startsWith('-')) ||
    ((first.startsWith('-') || isHelveLine(first)) && args.includes('mcp'))
  );
}

/** A service cannot stop or restart itself and answer. */
function withoutLifecycle(policy: Policy, foreground: Foreground): Policy {
  return judgingBy(policy, (request) =>
    request.command.startsWith('service ') ? foreground.demand() : policy.judge(request),
  );
}

function captured(stdoutIsTerminal: boolean, foreground: Foreground) {
  const [out, error]: [string[], string[]] = [[], []];
  const streams: Streams = {
    stdoutIsTerminal,
    write: async (text) => {
      out.push(text);
    },
    writeError: (text) => {
      error.push(text);
    },
    readStdin: async () => foreground.demand(),
    stdinLines: () => foreground.demand(),
  };
  return { streams, printed: () => ({ stdout: out.join(''), stderr: error.join('') }) };
}

/** The folder as a process that stands in it would name it; a shell's PWD may go through links. */
async function physicalFolder(folder: string): Promise<string | undefined> {
  try {
    return (await stat(folder)).isDirectory() ? await realpath(folder) : undefined;
  } catch {
    return undefined;
  }
}

async function isSameFolder(one: string, other: string): Promise<boolean> {
  return one === other || (await physicalFolder(one)) === (await physicalFolder(other));
}
