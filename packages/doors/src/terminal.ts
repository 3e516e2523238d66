import { toCommandError } from '@helve/command';
import { withReach } from '@helve/command/host';
import { commandOf, type Globals, parse, parseArguments, type Parsed } from '@helve/command/line';
import { type Answer, answer, describeError, formOf, inLineWords, toJsonLine } from './answer.ts';
import { type ExitCode, exitCodeOf } from './exit-code.ts';
import type { TerminalProgram } from './program.ts';
import type { Streams } from './streams.ts';

/** Runs the program's arguments and says with what code to exit. */
export async function runTerminal(program: TerminalProgram): Promise<ExitCode> {
  const { registry, streams } = program;
  let json = !streams.stdoutIsTerminal || program.args.includes('--json');
  try {
    const doorWords = ['batch', 'completion', 'complete', 'mcp', ...(program.words ?? []).map(({ name }) => name)];
    const parsed = await parseArguments(registry, program.args, doorWords, program.place);
    json = !streams.stdoutIsTerminal || parsed.globals.json === true;
    return await perform(program, parsed, json);
  } catch (thrown) {
    const form = await formOf(registry, commandOf(thrown));
    return report({ ok: false, error: toCommandError(thrown), warnings: [], ...form }, streams, json);
  }
}

async function perform(program: TerminalProgram, parsed: Parsed, json: boolean): Promise<ExitCode> {
  const { registry, streams, words = [] } = program;
  if (parsed.globals.version) {
    await streams.write(`${program.version}\n`);
    return 0;
  }
  switch (parsed.kind) {
    case 'help': {
      const { DOOR_WORDS, renderHelp } = await import('./help/help.ts');
      const text = await renderHelp(parsed.registry, parsed.topic, [
        ...DOOR_WORDS,
        ...((await program.wordHelp?.()) ?? []),
      ]);
      // Help is for reading, also through a pipe; only --json makes data of it.
      await streams.write(parsed.globals.json ? `${JSON.stringify({ ok: true, data: { text } })}\n` : text);
      return 0;
    }
    case 'door': {
      if (parsed.word === 'batch') {
        const { runBatch } = await import('./batch.ts');
        return runBatch(program, await program.caller(parsed.globals));
      }
      if (parsed.word === 'mcp') {
        const { runMcp } = await import('./mcp/run.ts');
        return runMcp(program);
      }
      const own = words.find(({ name }) => name === parsed.word);
      if (own)
        return own.run(
          program,
          parsed.rest.map(({ text }) => text),
        );
      const { printCompletion } = await import('./completion/completion.ts');
      return printCompletion(program, parsed.word, parsed.rest);
    }
    default: {
      const caller = await program.caller(await globalsOf(program, parsed));
      const trace = parsed.globals.verbose
        ? (await import('./trace.ts')).startTrace(parsed, caller, streams)
        : undefined;
      // The caller stands in the folder of --cwd already.
      const { cwd: _, ...globals } = parsed.globals;
      // A person sees how it goes; who reads JSON has --verbose.
      const watched = json ? caller : withReach(caller, { progress: (message) => streams.writeError(`${message}\n`) });
      const given = await answer(registry, { ...parsed, globals }, trace?.caller ?? watched, streams.readStdin);
      const answered: Answer = { ...given, warnings: [...caller.notices, ...given.warnings] };
      const code = await report(answered, streams, json);
      trace?.end(answered, code);
      return code;
    }
  }
}

/** What the arguments say of who calls: a line that is explained may say it too, as it could when it is run. */
async function globalsOf({ registry, place }: TerminalProgram, parsed: Parsed): Promise<Globals> {
  if (parsed.kind !== 'explain') return parsed.globals;
  const explained = await parse(registry, parsed.line, [], place).catch(() => undefined);
  const { permissionMode, home } = explained?.globals ?? {};
  return {
    ...parsed.globals,
    ...(permissionMode === undefined ? {} : { permissionMode }),
    ...(home === undefined ? {} : { home }),
  };
}

async function report(given: Answer, streams: Streams, json: boolean): Promise<ExitCode> {
  const code = given.ok ? (given.reportsFailure ? 1 : 0) : exitCodeOf(given.error);
  if (json) await streams.write(toJsonLine(given));
  else if (given.ok) await streams.write(withNewline(given.person()));
  // What is printed bare has no place for them.
  if (!json || (given.ok && given.bare))
    for (const warning of inLineWords(given.warnings)) streams.writeError(`warning: ${warning}\n`);
  // A usage failure is talked about on stderr as well, where a person or a log will look for it.
  if (!given.ok && (!json || code === 2)) streams.writeError(`error: ${describeError(given.error)}\n`);
  return code;
}

function withNewline(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
