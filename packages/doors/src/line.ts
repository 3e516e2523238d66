import { boundText, type CommandError, type ContentPart, type Registry, toCommandError } from '@helve/command';
import { isUsageError } from '@helve/command/host';
import { renderHelp } from './help/help.ts';
import { parseLine, withGlobals } from '@helve/command/line';
import type { ReadStdin } from './read-sources.ts';
import type { Caller } from '@helve/policy';
import { answer, describeError, type Success } from './answer.ts';
import type { LineResult } from './line-result.ts';

/**
 * Runs a line such as `helve fs read --path x` in this process, without a shell. Never throws. Where a person reads what
 * it gives, it is written for one.
 */
export async function runLine(
  registry: Registry,
  line: string,
  caller: Caller,
  stdin?: ReadStdin,
  reader: 'model' | 'person' = 'model',
): Promise<LineResult> {
  try {
    const parsed = await parseLine(registry, line, (said) => withGlobals(caller, said).place);
    if (parsed.kind === 'help') {
      const help = await renderHelp(parsed.registry, parsed.topic);
      return { llmContent: help, returnDisplay: `Help: ${parsed.topic.join(' ') || 'overview'}` };
    }
    if (parsed.kind === 'door') return failure(await registry.unknown([parsed.word]), [], reader);
    const answered = await answer(registry, parsed, caller, stdin);
    if (!answered.ok) return failure(answered.error, answered.warnings, reader);
    const content = parsed.globals.json ? JSON.stringify(answered.data) : answered[reader]();
    return await success(answered, content, caller);
  } catch (thrown) {
    return failure(toCommandError(thrown), [], reader);
  }
}

async function success(
  answered: Success,
  content: string | readonly ContentPart[],
  caller: Caller,
): Promise<LineResult> {
  const { warnings } = answered;
  const notes = warnings.map((warning) => `Warning: ${warning}`).join('\n');
  const spill = { place: caller.place, now: caller.host.now ?? Date.now };
  const llmContent =
    typeof content === 'string'
      ? [await boundText(content, spill), notes].filter(Boolean).join('\n\n')
      : [...content, ...(notes ? [{ text: notes }] : [])];
  return {
    llmContent,
    returnDisplay: answered.brief(),
    ...(warnings.length > 0 ? { warnings } : {}),
    data: answered.data,
  };
}

/** A person is told what happened; a model is told the code too, which says whether to try again. */
function failure(error: CommandError, warnings: readonly string[], reader: 'model' | 'person'): LineResult {
  const report = error.report();
  const words = describeError(error);
  return {
    llmContent: reader === 'person' ? words : `${error.code}: ${words}`,
    returnDisplay: error.message,
    error: { type: isUsageError(error) ? 'INVALID_TOOL_PARAMS' : 'EXECUTION_FAILED', ...report },
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}
