import { CommandError, parameter, type Registry, worded } from '@helve/command';
import { type Caller, sandboxNotice } from '@helve/policy';
import type { ExitCode } from '../exit-code.ts';
import type { TerminalCaller, TerminalProgram } from '../program.ts';
import { Calls } from './calls.ts';
import { peekFirstMessage } from './first-message.ts';
import type { OfferedTool } from './offered-tool.ts';
import { instructionsFor } from './instructions.ts';
import { type McpOptions, readMcpOptions } from './options.ts';
import type { Service } from './service.ts';

/** `helve mcp`: offers commands as tools, until the client leaves or the process is told to stop. */
export async function runMcp(program: TerminalProgram): Promise<ExitCode> {
  const options = await readMcpOptions(program.args);
  const caller = await program.caller(options.globals, {
    by: 'client',
    ...(options.sandbox ? { sandbox: 'required' } : {}),
  });
  const warn = (notice: string) => program.streams.writeError(`warning: ${notice}\n`);
  caller.notices.forEach(warn);
  void sandboxNotice(caller.authority.policy).then((notice) => notice !== undefined && warn(notice));
  const calls = new Calls(caller);
  try {
    if (options.http) await runHttp(program, options, caller, calls);
    else await runPipes(program, options, caller, calls);
  } finally {
    await calls.close();
  }
  return 0;
}

async function runPipes(
  program: TerminalProgram,
  options: McpOptions,
  caller: TerminalCaller,
  calls: Calls,
): Promise<void> {
  const pipes = program.streams.pipes?.();
  if (!pipes) throw new CommandError('UNAVAILABLE', 'Standard input and output are not available');
  const report = errorReporter(program);
  // The SDK takes longer to load than everything else together, and only newer clients need it.
  if (!options.conformance) {
    const { opensWithInitialize, serveInitialized } = await import('./pipe-server.ts');
    const service = await serviceOf(program, options, caller, calls);
    const first = await peekFirstMessage(pipes.input, caller.reach.signal);
    if (first === undefined) return;
    if (opensWithInitialize(first)) return serveInitialized(service, pipes, caller.reach.signal, report);
  }
  const create = await creator(program, options, caller, calls);
  const { serveOnPipes } = await import('./stdio.ts');
  await serveOnPipes(create, pipes, caller.reach.signal, report);
}

async function runHttp(program: TerminalProgram, options: McpOptions, caller: TerminalCaller, calls: Calls) {
  const create = await creator(program, options, caller, calls);
  const { ensureMcpToken, serveHttp } = await import('./http.ts');
  // The suite's client knows no tokens, and its fixtures do nothing.
  const issued = options.conformance ? undefined : ensureMcpToken(caller.place.home);
  const events = options.conformance ? (await import('./conformance/events.ts')).createEventStore : undefined;
  const serving = await serveHttp({
    port: options.port,
    token: issued?.token,
    create,
    ...(events ? { eventStore: events } : {}),
    onError: errorReporter(program),
  });
  try {
    await program.streams.write(
      `${JSON.stringify({ url: serving.url, ...(issued ? { tokenFile: issued.file } : {}) })}\n`,
    );
    await told(caller.reach.signal);
  } finally {
    await serving.close();
  }
}

async function creator(program: TerminalProgram, options: McpOptions, caller: Caller, calls: Calls) {
  if (options.conformance) return (await import('./conformance/server.ts')).createConformanceServer;
  const { createServer } = await import('./server.ts');
  const service = await serviceOf(program, options, caller, calls);
  return () => createServer(service);
}

async function serviceOf(
  { registry, version }: TerminalProgram,
  { tools }: McpOptions,
  caller: Caller,
  calls: Calls,
): Promise<Service> {
  const offered = await offerTools(registry, caller, tools);
  return { version, instructions: instructionsFor(offered, caller.place.cwd), tools: offered, calls };
}

async function offerTools(
  registry: Registry,
  caller: Caller,
  sets: readonly string[],
): Promise<readonly OfferedTool[]> {
  if (!sets.includes('line')) return (await import('./command-tools.ts')).commandTools(registry, caller.place, sets);
  if (sets.length === 1) return [(await import('./line-tool.ts')).lineTool(registry)];
  throw new CommandError('INVALID_INPUT', worded`${parameter('tools')} line offers one tool and no others`, {
    hint: worded`Give ${parameter('tools')} line, or ${parameter('tools')} with sets: cli,text,git`,
  });
}

function errorReporter({ streams }: TerminalProgram): (error: Error) => void {
  return (error) => streams.writeError(`mcp: ${error.message}\n`);
}

function told(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}
