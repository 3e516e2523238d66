import { boundText, call, CommandError, type ContentPart, type Registry, toCommandError, worded } from '@helve/command';
import { isUsageError } from '@helve/command/host';
import { DOOR_WORDS, renderHelp } from './help/help.ts';
import { parseLine, withGlobals } from '@helve/command/line';
import type { ReadStdin } from './read-sources.ts';
import type { Caller } from '@helve/policy';
import { answer, describeError, inLineWords, type Success } from './answer.ts';
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
    if (typeof line !== 'string') {
      throw new CommandError('INVALID_INPUT', `A line must be text, not ${line === null ? 'null' : typeof line}`, {
        hint: worded`Give one command as text, such as ${call('fs list')}`,
      });
    }
    const parsed = await parseLine(registry, line, (said) => withGlobals(caller, said).place);
    if (parsed.kind === 'help') {
      const help = await renderHelp(parsed.registry, parsed.topic, parsed.topic[0] === 'explain' ? DOOR_WORDS : []);
      return { llmContent: help, returnDisplay: `Help: ${parsed.topic.join(' ') || 'overview'}` };
    }
    if (parsed.kind === 'door') return failure(await registry.unknown([parsed.word]), [], reader);
    const answered = await answer(registry, parsed, caller, stdin);
    if (!answered.ok) return failure(answered.error, inLineWords(answered.warnings), reader);
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
  const warnings = inLineWords(answered.warnings);
  const notes = warnings.map((warning) => `Warning: ${warning}`).join('\n');
  const spill = { place: caller.place, now: caller.host.now ?? Date.now };
  const llmContent =
    typeof content === 'string'
      ? [await boundText(content, spill), notes].filter(Boolean).join('\n\n')
      : [...content, ...(notes ? [{ text: notes }] : [])];
  return {
    llmContent,
    returnDisplay: answered.brief(),
    ...(answered.reportsFailure ? { failed: true } : {}),
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
