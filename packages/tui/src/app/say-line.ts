import { looksLikeKey } from '@helve/assistant';
import { boundText, didYouMean } from '@helve/command';
import { isHelveLine, quoteWord } from '@helve/command/line';
import { runLine } from '@helve/doors';
import { resultLines } from '../commands/lines.ts';
import { remember } from '../commands/memory.ts';
import type { Submission } from '../input/input-line.ts';
import { overwritten } from '../text/overwritten.ts';
import { withMentions } from './mentions.ts';
import type { Work } from './screen-actions.ts';

/** Does what a line means: a slash command, a shell command, a note, a line of helve, or words for the model. */
export async function sayLine(work: Work, submission: Submission): Promise<void> {
  const { app, ui, history, conversations, tour } = work;
  const { text, typed } = submission;
  if (looksLikeKey(text)) {
    return app.notice('That looks like an API key, so it was neither sent nor saved. Enter it with /login.', 'warning');
  }
  while (conversations.opening) await conversations.opening;
  if (/^(?:exit|quit)$/i.test(typed.trim())) return app.edges.leave();
  // What is said in the tour is not the user's, and nobody wants to leave first when they come back.
  if (!tour.isOn && !/^\/(?:exit|quit)$/.test(text.trim())) history.add(submission);
  if (typed.startsWith('/') && !/^\/\S*\//.test(typed)) return runSlash(work, submission);
  if (/^[!#]/.test(typed) || isHelveLine(typed)) {
    if (!canBeNow(work, submission)) return;
    if (typed.startsWith('!')) return runShell(work, text.slice(1).trim());
    if (typed.startsWith('#')) return remember(text.slice(1), ui);
    app.dispatch({ type: 'print', items: [{ kind: 'user', text }] });
    return ui.print(resultLines(await ui.run(text)));
  }
  return say(work, submission);
}

/** Only messages can wait until a turn is over. Whoever wanted more than that has it again. */
function canBeNow({ app }: Work, { typed, isForLater }: Submission): boolean {
  if (!isForLater || !app.shown?.conversation.isBusy) return true;
  app.input.setText(typed);
  app.notice('Only messages can be queued. Press enter to run this now.', 'warning');
  return false;
}

async function runSlash(work: Work, submission: Submission): Promise<void> {
  const { ui, app, commands } = work;
  const [, name = '', args = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(submission.text) ?? [];
  const known = commands();
  const command = known.find((each) => each.name === name);
  if (command && 'prompt' in command) return say(work, { ...submission, text: command.prompt(args) });
  if (command) {
    if (!canBeNow(work, submission)) return;
    app.dispatch({ type: 'print', items: [{ kind: 'echo', text: submission.typed.trim() }] });
    return command.run(args, ui);
  }
  // A prompt of an MCP server: `/mcp__server__prompt` or `/server:prompt`.
  if (/^mcp__\w|.:./.test(name)) return say(work, submission);
  const names = known.map((each) => each.name);
  const hint = didYouMean(name, names, 'See /help.', { write: (near) => `/${near}` });
  app.notice(`Unknown command /${name}. ${hint}`, 'error');
}

interface Ran {
  readonly exitCode: number | null;
  readonly output?: string;
  readonly stdout?: string;
  readonly stderr?: string;
  /** Where all of it is, if that is more than is told. */
  readonly spilled?: readonly unknown[];
  readonly leftRunning?: readonly { readonly pid: number; readonly command: string }[];
}

/** Characters of what it printed that the model is told: the beginning, and the end, where the result mostly is. */
const MOST_TOLD = 10_000;

/** Whoever runs a command themselves stops it themselves; a day is the longest there is. */
const LONGEST_SECONDS = 86_400;

/** Runs a command of the user's own, and tells the model of it with the next prompt. */
async function runShell({ app, status }: Work, command: string): Promise<void> {
  if (command === '') return;
  const before = app.running.current;
  if (before) {
    app.input.setText(`!${command}`);
    return app.notice(`${before.line} is still running (esc to stop).`, 'warning');
  }
  const { host, shown } = app;
  const stop = new AbortController();
  const running = { line: `! ${command}`, stop: () => stop.abort() };
  app.running.start(running);
  app.painter.paint();
  try {
    const line = `helve terminal exec --command ${quoteWord(command)} --timeout-seconds ${LONGEST_SECONDS} --keep-children`;
    const { data, error } = await runLine(host.registry, line, {
      ...host.caller,
      reach: {
        ...host.caller.reach,
        signal: stop.signal,
        onPrinted: (lastLines) => app.dispatch({ type: 'shell', shell: { command, lastLines } }),
      },
    });
    if (error && !stop.signal.aborted) return app.notice(error.message, 'error');
    const ran = (data ?? error?.details ?? {}) as Partial<Ran>;
    const { exitCode = null, output, stdout = '', stderr = '', spilled = [], leftRunning = [] } = ran;
    const printed = overwritten(output ?? `${stdout}${stderr}`);
    // Before it is shown: a message that is sent as soon as the output is there comes after it.
    const told = await boundText(printed, { place: host, now: host.now }, MOST_TOLD);
    shown?.conversation.log.append({
      type: 'note',
      text: `The user ran this command:\n$ ${command}\n${told}\n[exit code ${exitCode ?? 'none'}]`,
    });
    if (!error || printed !== '') {
      const shell = { kind: 'shell', command, output: printed, exitCode, isCut: spilled.length > 0 } as const;
      app.dispatch({ type: 'print', items: [shell] });
    }
    if (error) app.notice(`Stopped: ${command}`, 'error');
    for (const left of leftRunning) app.notice(`Running in the background: ${left.command} (${left.pid})`);
  } finally {
    app.running.end(running);
    app.dispatch({ type: 'shell' });
    status.refresh();
  }
}

/** Says something to the model: now, to the turn that goes on, or after it. */
async function say({ app, conversations }: Work, { text, typed, images, isForLater }: Submission): Promise<void> {
  if (!app.shown) {
    // What was written is there again when there is a model.
    app.input.setText(typed);
    return conversations.begin({ asked: true });
  }
  const { conversation } = app.shown;
  const { prompt: said, problems } = await withMentions(app.host, { text, typed, images });
  for (const problem of problems) app.notice(problem, 'warning');
  const prompt = app.shown.understand(said);
  if (isForLater) conversation.queue(prompt);
  else conversation.steer(prompt);
}
