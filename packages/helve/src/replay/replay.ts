import { briefCall, type ConversationEvent, openPlayback, type Played } from '@helve/assistant';
import { CommandError, flag } from '@helve/command';
import { defineWord, readWord } from '@helve/command/line';
import type { ExitCode, Streams, TerminalProgram } from '@helve/doors';
import * as v from 'valibot';

export const REPLAY = defineWord({
  path: 'replay',
  summary: 'Replay a conversation without a network',
  words: '<id>',
  globals: ['json', 'permissionMode', 'cwd', 'home', 'help'],
  input: v.object({ runTools: flag('Call the tools of the conversation again') }),
  examples: ['helve replay 3f2a', 'helve replay 3f2a --run-tools --permission-mode acceptEdits'],
});

/** `helve replay <id>`: shows a conversation as it went, without a network. */
export async function runReplay(program: TerminalProgram): Promise<ExitCode> {
  const { registry, streams } = program;
  const { input, words, globals } = await readWord(REPLAY, program.args);
  const [id, more] = words;
  if (id === undefined || more !== undefined) {
    throw new CommandError('INVALID_INPUT', 'replay needs the id of one conversation', {
      hint: 'For example: helve replay 3f2a; ids: helve session list',
    });
  }
  const { runTools } = input;
  const { json = false, permissionMode = 'default' } = globals;
  // Nobody typed what is called, unlike other commands of the terminal: it is asked for.
  const caller = await program.caller({ ...globals, permissionMode });
  const { playback, recordedId, close } = await openPlayback({ id, registry, caller, runTools });
  const { conversation } = playback;
  const asJson = json || !streams.stdoutIsTerminal;
  const screen = asJson ? undefined : new Screen(streams);
  conversation.subscribe((event) => screen?.show(event));
  const stop = () => void conversation.abort();
  caller.reach.signal?.addEventListener('abort', stop, { once: true });
  try {
    const played = await playback.play();
    await screen?.end(played);
    const kept = runTools ? { conversation: conversation.id } : {};
    if (asJson)
      await streams.write(`${JSON.stringify({ ok: true, data: { ...toData(recordedId, played), ...kept } })}\n`);
    if (caller.reach.signal?.aborted) return 130;
    return played.different.length > 0 ? 1 : 0;
  } finally {
    await close();
  }
}

function toData(id: string, { turns, calls, different }: Played): object {
  return { id, turns: turns.map(({ outcome, text }) => ({ outcome, text })), calls, different };
}

/** Writes what happens as it happens. */
class Screen {
  readonly #streams: Streams;
  #writing: Promise<void> = Promise.resolve();
  #inText = false;

  constructor(streams: Streams) {
    this.#streams = streams;
  }

  show(event: ConversationEvent): void {
    switch (event.type) {
      case 'turnStart':
      case 'steered':
        this.#line(
          `\n> ${event.entry.content.map((part) => (part.type === 'text' ? part.text : `[${part.mediaType}]`)).join(' ')}\n`,
        );
        break;
      case 'text':
        this.#inText = true;
        this.#write(event.text);
        break;
      case 'toolEnd':
        this.#line(`⏺ ${briefCall(event.call)}${event.entry.outcome === 'ok' ? '' : ` – ${event.entry.outcome}`}`);
        break;
      default:
    }
  }

  async end({ turns, calls, different }: Played): Promise<void> {
    this.#line(`\n${turns.length} turns, ${calls} calls`);
    for (const { name, recorded, played } of different)
      this.#line(`${name}: ${recorded} in the recording, now ${played}`);
    await this.#writing;
  }

  #line(text: string): void {
    this.#write(`${this.#inText ? '\n' : ''}${text}\n`);
    this.#inText = false;
  }

  #write(text: string): void {
    this.#writing = this.#writing.then(() => this.#streams.write(text));
  }
}
