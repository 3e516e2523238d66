import { closeSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { toCommandError } from '@helve/command';
import { Keeper } from '@helve/command/host';
import { resumeThreads } from '@helve/assistant/resume-threads';
import { createCaller } from '../caller.ts';
import { createRegistry } from '../modules.ts';
import { readLastPort, writeLastPort } from './last-port.ts';
import { takeLock } from './lock.ts';
import { openLog } from './log.ts';
import { PROTOCOL_VERSION } from './protocol.ts';
import { watchProgram } from './own-program.ts';
import { browserRoutes } from './routes.ts';
import { ServiceServer } from './server.ts';
import { isStateOf, removeState, writeState } from './state.ts';

/** What the service tells the process that started it, through a pipe, before it goes its own way. */
export type StartReport =
  | { readonly ready: true }
  | { readonly taken: true }
  | { readonly failed: string; readonly hint?: string };

/** The pipe's descriptor in the service. */
const REPORT = 3;

const IDLE_MS = 30 * 60_000;
const LOOK_AROUND_MS = 5_000;
const LINGER_MS = 200;
/** How long the things that are kept may take to end. */
const CLOSE_MS = 5_000;

/** Is the service until it is told to stop, has nothing to do for long, or loses its home. */
export async function runService(version: string, [home = '', port]: readonly string[]): Promise<void> {
  closeInherited();
  const lock = takeLock(home, process.pid);
  if (!lock) return report({ taken: true });
  const log = openLog(home);
  process.on('uncaughtException', (error) => log('bug', { message: error.message, stack: error.stack }));
  process.on('unhandledRejection', (error) => log('bug', { message: String(error) }));
  process.on('SIGHUP', () => {});
  const keeper = new Keeper(home, process.env);
  const registry = createRegistry();
  const isReplaced = watchProgram(process.argv[1] ?? '');
  const umask = process.umask().toString(8);
  let latest: Readonly<Record<string, string | undefined>> = {};
  let lend: ((env: Readonly<Record<string, string | undefined>>) => void) | undefined;
  let server: ServiceServer;
  try {
    server = await ServiceServer.open({
      registry,
      version,
      home,
      keeper,
      umask,
      isReplaced,
      port: port === undefined ? undefined : Number(port),
      portBefore: readLastPort(home),
      log,
      onEnvironment: (env) => {
        latest = env;
        lend?.(env);
      },
      onLeave: () => void end('another version takes over', true),
      routes: browserRoutes(keeper),
    });
  } catch (error) {
    const { message, hint } = toCommandError(error);
    log('not started', { message });
    report({ failed: message, ...(hint === undefined ? {} : { hint }) });
    process.exit(1);
  }

  let ending = false;
  const end = async (reason: string, ofItself = false) => {
    if (ending) return;
    ending = true;
    log('stopping', { reason });
    // Whoever looks for us from now on waits for the next service; whoever found us just before is still served.
    removeState(home, lock.holder);
    if (ofItself) await new Promise((resolve) => setTimeout(resolve, LINGER_MS));
    await server.close();
    await Promise.race([keeper.close(), new Promise((resolve) => setTimeout(resolve, CLOSE_MS))]).catch(
      (error: Error) => log('bug', { message: error.message, stack: error.stack }),
    );
    log('stopped');
    process.exit(0);
  };
  process.on('SIGTERM', () => void end('SIGTERM')).on('SIGINT', () => void end('SIGINT'));
  writeLastPort(home, server.port);
  const state = { ...lock.holder, port: server.port, version, protocolVersion: PROTOCOL_VERSION };
  writeState(home, state);
  log('started', { port: server.port, version });
  report({ ready: true });
  const resumed = await resumeThreads(home, keeper, { registry, createCaller, now: Date.now }).catch((error: Error) => {
    log('threads not resumed', { message: error.message });
    return undefined;
  });
  resumed?.(latest);
  lend = resumed;

  const idleMs = Number(process.env.HELVE_SERVICE_IDLE_MS ?? IDLE_MS);
  setInterval(
    () => {
      if (!lock.held()) return void end('the home is gone');
      if (ending) return;
      // Without it nobody would find us, nor what we keep.
      if (!isStateOf(home, lock.holder)) writeState(home, state);
      if (server.busy || keeper.inUse) server.lastActive = Date.now();
      else if (isReplaced()) void end('the program was replaced', true);
      else if (Date.now() - server.lastActive >= idleMs) void end('idle', true);
    },
    Math.min(idleMs, LOOK_AROUND_MS),
  );
}

function report(said: StartReport): void {
  try {
    writeSync(REPORT, JSON.stringify(said));
    closeSync(REPORT);
  } catch {
    // Whoever started us is gone.
  }
}

/**
 * A shell hands every descriptor it has opened to what it starts, and so on down to us: a lock or a pipe of somebody's
 * script would stay open as long as we live. Node opens its own with the close-on-exec flag, which tells them apart.
 */
function closeInherited(): void {
  for (const name of openDescriptors()) {
    const descriptor = Number(name);
    if (descriptor > REPORT && !closesOnExec(descriptor)) closeSync(descriptor);
  }
}

function openDescriptors(): readonly string[] {
  try {
    return readdirSync('/proc/self/fd');
  } catch {
    return [];
  }
}

const O_CLOEXEC = 0o2000000;

function closesOnExec(descriptor: number): boolean {
  try {
    const [, flags = ''] = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8')) ?? [];
    return (Number.parseInt(flags, 8) & O_CLOEXEC) !== 0;
  } catch {
    return true;
  }
}
