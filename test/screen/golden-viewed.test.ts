import { expect, it } from 'vitest';
import { afterTurn, ALL, drawnAt, SMALL_AND_USUAL } from '../kit/golden.ts';
import { KEYS, openScreen, type ScreenSize } from '../kit/screen.ts';

it('/help', async () =>
  expect(await drawnAt(ALL, afterTurn('/help', 'esc to close'))).toMatchInlineSnapshot(`
    "── 40 x 12 ──
    > /help

    Help  1-7 of 199
    Your text goes to the model, unless a 
    line starts with one of these:
      /
        a command of this list
      !
        a shell command
      #
      ↑/↓ to scroll, esc to close
    Mode: default  |  Context: 0% (110/1M)
    ── 80 x 24 ──
    > /help

    Help  1-19 of 109
    Your text goes to the model, unless a line starts with one of these:
      /                        a command of this list
      !                        a shell command
      #                        a note that the model remembers
      @                        a file, anywhere in the line
      helve …                  a command of helve: helve fs list, helve help

    Commands
      /help                    Show commands and keys
      /clear                   Start a new conversation
      /mode [mode]             Show or change the permission mode
      /model [model]           Select the model
      /effort [auto|off|low|medium|high|max]
                               Show or change how hard the model thinks
      /language [ko|en|ja|zh]  Set the response language
      /compact [focus|undo]    Replace the conversation by a summary; undo restores 
                               it
      /cost                    Show the cost by model and day
      /context                 Show what uses the context window
      ↑/↓ to scroll, esc to close
    Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 3 | $0.0006
    ── 200 x 60 ──
    > /help

    Help  1-55 of 103
    Your text goes to the model, unless a line starts with one of these:
      /                        a command of this list
      !                        a shell command
      #                        a note that the model remembers
      @                        a file, anywhere in the line
      helve …                  a command of helve: helve fs list, helve help

    Commands
      /help                    Show commands and keys
      /clear                   Start a new conversation
      /mode [mode]             Show or change the permission mode
      /model [model]           Select the model
      /effort [auto|off|low|medium|high|max]
                               Show or change how hard the model thinks
      /language [ko|en|ja|zh]  Set the response language
      /compact [focus|undo]    Replace the conversation by a summary; undo restores it
      /cost                    Show the cost by model and day
      /context                 Show what uses the context window
      /permissions             Show the mode and the permission rules
      /sandbox [auto|required|off]
                               Show what programs may do, or change the sandbox for this conversation
      /plugin [subcommand]     Manage plugins
      /mcp [server]            Show MCP servers and their tools
      /config [key] [value]    Show or change settings
      /doctor                  Check your setup and suggest fixes
      /resume [id]             Resume an earlier conversation
      /fork                    Fork this conversation
      /rewind [undo]           Rewind the conversation, files or both to an earlier prompt
      /export [markdown|html|json|log] [file]
                               Write the conversation to a file
      /tasks                   Show, read and stop background work
      /agents                  Show the subagents that the model can use
      /skills                  Show the skills and who can use them
      /hooks                   Show the active hooks
      /memory [note]           Show or add to the instructions for every conversation
      /theme [theme]           Change the colours
      /vim [on|off]            Toggle vim mode
      /review [what to look at]
                               Review uncommitted changes
      /init                    Write an AGENTS.md for this project
      /login                   Enter an API key or choose an endpoint
      /add-dir <folder>        Let the model work in another folder too
      /output-style [style]    Choose how answers are written
      /status                  Show the current status
      /todos                   Show the task list of the model
      /exit                    Leave
      /quit                    Leave

    Keys
      enter                    Send the message
      shift+enter, alt+enter, ctrl+enter, ctrl+j
                               Insert a new line
      ctrl+q                   Send the message after this turn
      alt+up                   Edit the last queued message
      tab                      Complete what is being typed
      ↑/↓ to scroll, esc to close
    Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (110/1M)  |  msgs: 3  |  $0.0006  |  no sandbox"
  `));
it('/memory', async () =>
  expect(
    await drawnAt(ALL, afterTurn('/memory', 'esc to close', { files: { 'AGENTS.md': 'Use tabs.\n' } })),
  ).toMatchInlineSnapshot(`
    "── 40 x 12 ──

    > /memory

    Memory  1-3 of 3
    /tmp/helve-e2e-XXXXXX/work/AGENTS.md
      Use tabs.

      ↑/↓ to scroll, esc to close
    Mode: default  |  Context: 0% (110/1M)
    ── 80 x 24 ──

    > /memory

    Memory  1-3 of 3
    /tmp/helve-e2e-XXXXXX/work/AGENTS.md
      Use tabs.

      ↑/↓ to scroll, esc to close
    Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 3 | $0.0006
    ── 200 x 60 ──

    > /memory

    Memory  1-3 of 3
    /tmp/helve-e2e-XXXXXX/work/AGENTS.md
      Use tabs.

      ↑/↓ to scroll, esc to close
    Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (110/1M)  |  msgs: 3  |  $0.0006  |  no sandbox"
  `));
it('a call in full', async () => {
  const scene = async (size: ScreenSize) => {
    const { screen } = await openScreen([], size);
    screen.type('!seq 1 30', KEYS.enter);
    await screen.shows('  30\n');
    await screen.showsNoMore('esc to stop');
    screen.type(KEYS.ctrl('o'));
    await screen.shows('esc to close');
    return screen;
  };
  expect(await drawnAt(SMALL_AND_USUAL, scene, '!(seq')).toMatchInlineSnapshot(`
    "── 40 x 12 ──
    !(seq 1 30)  1-7 of 30
    1
    2
    3
    4
    5
    6
    7
      ↑/↓ to scroll, esc to close
    Mode: default  |  Context: 0% (39/1M)
    ── 80 x 24 ──
    !(seq 1 30)  1-19 of 30
    1
    2
    3
    4
    5
    6
    7
    8
    9
    10
    11
    12
    13
    14
    15
    16
    17
    18
    19
      ↑/↓ to scroll, esc to close
    Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (39/1M)  |  msgs: 0"
  `);
});
