import { runTerminal } from '@helve/doors';
import { createCaller, enterFolder, placeOf } from './caller.ts';
import { createRegistry } from './modules.ts';
import { isAttended, processStreams } from './streams.ts';
import { isDoctor, isPrint, isReset, isScreen, SERVICE_WORD, WORDS } from './words.ts';

/** Runs this process's arguments and ends it. */
export async function main(version: string): Promise<void> {
  const [word, ...rest] = process.argv.slice(2);
  if (word === SERVICE_WORD) return (await import('./service/process.ts')).runService(version, rest);
  const interrupt = new AbortController();
  const onSignal = () => interrupt.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  const registry = createRegistry();
  const args = process.argv.slice(2);
  if (isPrint(args)) {
    const { runPrint } = await import('./print/print.ts');
    const from = { cwd: process.cwd(), env: process.env, signal: interrupt.signal, version };
    return process.exit(await runPrint(registry, args, processStreams(), from).catch(leaveOnClosedPipe));
  }
  if (isReset(args)) {
    const { reset } = await import('./reset.ts');
    return process.exit(await reset(args, processStreams(), { cwd: process.cwd(), env: process.env }));
  }
  if (await isScreen(args)) {
    const { showScreen } = await import('./screen/screen.ts');
    return process.exit(await showScreen(registry, args, { version }));
  }
  const code = await runTerminal({
    registry,
    version,
    args,
    streams: processStreams(),
    words: WORDS,
    wordHelp: async () => (await import('./word-help.ts')).WORD_HELP,
    place: (said) => placeOf({ cwd: process.cwd(), env: process.env }, said),
    caller: async ({ cwd, home, permissionMode }, { by, sandbox } = { by: 'person' }) => {
      const caller = await createCaller(registry, {
        cwd: await enterFolder(process.cwd(), cwd),
        // What an MCP client started is not left behind when it leaves, however it does.
        owner: by === 'client' ? (await import('./own-process.ts')).ownProcess() : undefined,
        env: process.env,
        home,
        mode: permissionMode,
        // Whoever typed the command has decided; deny rules and folders still hold.
        defaultMode: 'bypassPermissions',
        defaultModeSource: by === 'client' ? 'the MCP door' : 'the terminal',
        by,
        sandbox,
        toleratesBrokenSettings: isDoctor(args),
        signal: interrupt.signal,
        ask: async (question) => (await import('./ask.ts')).askAtTerminal(question, caller),
        contact: isAttended()
          ? { elicit: async (form) => (await import('./elicit.ts')).elicitAtTerminal(form) }
          : undefined,
      });
      return caller;
    },
  }).catch(leaveOnClosedPipe);
  process.exit(code);
}

/** The reader of a pipe may leave early, as `head` does: nothing went wrong. A disk may be full, which no answer can tell. */
function leaveOnClosedPipe(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit(0);
  if (error.syscall !== 'write') throw error;
  process.stderr.write(`error: The answer could not be written: ${error.message}\n`);
  process.exit(2);
}
