import { CommandError, type Context, type ErrorCode, type Run, toCommandError } from '@helve/command';
import type { Input, Output } from '../commands/tool/script.ts';
import { ScriptProcess } from './script/process.ts';

const MOST_PRINTED = 20_000;

interface Failure {
  readonly message: string;
  readonly line: number;
  readonly code?: ErrorCode;
}

type End = { readonly done: string } | { readonly failed: Failure };

/** Runs a script in a process of its own. Its calls are made here, and judged like calls of whoever runs the script. */
export const script: Run<Input, Output> = async ({ script: text, timeoutSeconds, maxCalls }, context) => {
  const { signal, place, confinement } = context;
  const late = AbortSignal.timeout(timeoutSeconds * 1000);
  const stopped = AbortSignal.any([signal, late]);
  let calls = 0;
  let printed = '';
  const { end, finish } = ending();
  const running = await ScriptProcess.start({
    place,
    confinement,
    ended: (why) => finish({ failed: { message: `The script ended early: ${why}`, line: 0 } }),
    message: (message) => {
      if (typeof message.done === 'string') finish({ done: message.done });
      else if (message.failed !== undefined) finish({ failed: message.failed as Failure });
      else if (typeof message.print === 'string') printed = `${printed}${message.print}\n`.slice(0, MOST_PRINTED);
      else if (typeof message.call === 'number') void answer(message.call, message.command, message.input);
    },
  });
  const answer = async (id: number, command: unknown, input: unknown) => {
    try {
      if (++calls > maxCalls) throw new CommandError('TOO_LARGE', `A script may make ${maxCalls} calls`);
      running.send({ answer: id, data: await make(String(command), input, context, stopped) });
    } catch (thrown) {
      const { code, message, hint } = toCommandError(thrown).report();
      running.send({ answer: id, error: { code, message: [message, hint].filter(Boolean).join(' ') } });
    }
  };
  const stop = () => finish({ failed: { message: 'stopped', line: 0 } });
  stopped.addEventListener('abort', stop, { once: true });
  try {
    running.send({ script: text });
    const ended = await end;
    if (signal.aborted) throw toCommandError(signal.reason);
    if (late.aborted)
      throw new CommandError('TIMEOUT', `The script did not end within ${timeoutSeconds} s`, { retry: 'conditional' });
    if ('failed' in ended) throw failureOf(ended.failed, printed);
    const result: unknown = JSON.parse(ended.done);
    return { result, printed, calls };
  } finally {
    stopped.removeEventListener('abort', stop);
    await running.close();
  }
};

async function make(path: string, input: unknown, context: Context, signal: AbortSignal): Promise<unknown> {
  const registry = await context.registry();
  const command = await registry.get(path);
  if (command.path === context.command) throw new CommandError('INVALID_INPUT', 'A script cannot run another script');
  const { callWithin } = context.reach;
  const given = typeof input === 'object' && input !== null ? input : {};
  return callWithin ? callWithin(command, given, signal) : context.call(command, given);
}

function failureOf({ message, line, code }: Failure, printed: string): CommandError {
  const where = line > 0 ? `script.js:${line}: ` : '';
  return new CommandError(code === 'PERMISSION_DENIED' ? code : 'TOOL_FAILED', `${where}${message}`.slice(0, 2_000), {
    hint:
      printed === ''
        ? 'Commands are called as await helve("fs read", { path: "a.txt" }).'
        : `It printed: ${printed.slice(-1_000)}`,
    retry: 'conditional',
  });
}

function ending() {
  let finish: (end: End) => void = () => {};
  const end = new Promise<End>((resolve) => {
    finish = resolve;
  });
  return { end, finish };
}
