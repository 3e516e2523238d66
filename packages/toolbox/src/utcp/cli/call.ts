import { throwIfAborted } from '@helve/command';
import type { Host, ToolCall, ToolResult } from '../protocol.ts';
import { valuesOf } from './arguments.ts';
import { scriptData } from './bash-script.ts';
import { openCallFiles } from './call-files.ts';
import { environmentOf, workingDirectoryOf } from './environment.ts';
import { Mask } from './mask.ts';
import { resultOf } from './result.ts';
import { runScript } from './run-script.ts';
import { findShell } from './shell.ts';
import { shorter } from '../timeouts.ts';
import { readTemplate, surroundingsOf } from './template.ts';
import { watchOutputs } from './watch-outputs.ts';

export const DEFAULT_TIMEOUT_MS = 120_000;

/** Runs the commands of a tool in one shell. */
export async function callCli(
  call: Pick<ToolCall, 'template' | 'args' | 'timeoutMs' | 'onEvent' | 'secrets'>,
  host: Host,
): Promise<ToolResult> {
  throwIfAborted(host.signal);
  const template = readTemplate(call.template);
  const shell = findShell(host);
  const analysis = shell.analyse(
    template.steps.map(({ command }) => command),
    template.unsafeArguments,
    surroundingsOf(template),
  );
  const { names, values } = valuesOf(analysis, call.args, template.variables);
  const cwd = workingDirectoryOf(template, host.root);
  const env = environmentOf(template, host.env);
  const timeoutMs = shorter(call.timeoutMs, template.timeoutMs) ?? DEFAULT_TIMEOUT_MS;
  const mask = new Mask(template.environment, { ...template.variables, ...call.secrets });
  const texts = analysis.write(names);
  const stop = new AbortController();
  const signal = AbortSignal.any([host.signal, stop.signal]);
  const files = openCallFiles(scriptData(texts, values), texts.length, host);
  const watch = watchOutputs(files, mask, call.onEvent, () => stop.abort());
  try {
    const run = await runScript(
      {
        program: shell.program,
        args: (mark) =>
          shell.args({ texts, argumentCount: values.length, files, mark, stopOnError: template.stopOnError }),
        stepCount: texts.length,
        cwd,
        env,
        timeoutMs,
        stopOnError: template.stopOnError,
        onStep: (step, exitCode, at) => {
          if (exitCode !== undefined) watch.next(step + 1);
          const what =
            exitCode === undefined ? { command: mask.text(template.steps[step]?.command ?? '') } : { exitCode };
          const type = exitCode === undefined ? 'step_started' : 'step_ended';
          call.onEvent?.({ type, step, ...what, at: Math.round(at) });
        },
      },
      { ...host, signal, confinement: files.confinement },
    );
    const plan = { template, files, workingDirectory: cwd, timeoutMs, mask, tooMuch: stop.signal.aborted };
    return await resultOf(run, plan, host);
  } finally {
    watch.end();
    files.remove();
  }
}
