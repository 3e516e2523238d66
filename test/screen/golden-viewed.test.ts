import { expect, it } from 'vitest';
import { afterTurn, ALL, drawnAt, SMALL_AND_USUAL } from '../kit/golden.ts';
import { KEYS, openScreen, type ScreenSize } from '../kit/screen.ts';

it('/help', async () =>
  expect(await drawnAt(ALL, afterTurn('/help', 'esc to leave'))).toMatchInlineSnapshot(`
    "── 40 x 12 ──

    Help  1-7 of 186
    What you type goes to the model. Signs 
    at the beginning of a line mean 
    something else:
      /
        a command of this list
      !
        a shell command
      ↑/↓ to scroll, esc to leave
    Mode: default  |  Context: 0% (110/1M)
    ── 80 x 24 ──

    Help  1-19 of 98
    What you type goes to the model. Signs at the beginning of a line mean something
    else:
      /                        a command of this list
      !                        a shell command
      #                        a note that the model is told from now on
      @                        a file, anywhere in the line
      helve …                  a command of helve: helve fs list, helve help

    Commands
      /help                    Show commands and keys
      /clear                   Begin a new conversation
      /mode [mode]             Show or change what may be done without asking
      /model [model]           Select the model
      /language [ko|en|ja|zh]  Set the language of answers
      /compact [focus|undo]    Make room: go on from a summary; undo takes it back
      /cost                    Show what was spent, by model and day
      /context                 Show what fills the model’s window
      /permissions             Show the mode and the permission rules
      /plugin [subcommand]     Manage plugins
      ↑/↓ to scroll, esc to leave
    Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 3 | $0.0006
    ── 200 x 60 ──

    Help  1-55 of 92
    What you type goes to the model. Signs at the beginning of a line mean something else:
      /                        a command of this list
      !                        a shell command
      #                        a note that the model is told from now on
      @                        a file, anywhere in the line
      helve …                  a command of helve: helve fs list, helve help

    Commands
      /help                    Show commands and keys
      /clear                   Begin a new conversation
      /mode [mode]             Show or change what may be done without asking
      /model [model]           Select the model
      /language [ko|en|ja|zh]  Set the language of answers
      /compact [focus|undo]    Make room: go on from a summary; undo takes it back
      /cost                    Show what was spent, by model and day
      /context                 Show what fills the model’s window
      /permissions             Show the mode and the permission rules
      /plugin [subcommand]     Manage plugins
      /mcp [server]            Show MCP servers and their tools
      /doctor                  Find out what is wrong
      /resume [id]             Go on with an earlier conversation
      /fork                    Go on in a copy of this conversation
      /rewind [undo]           Take the conversation, its files or both back to an earlier prompt
      /export [markdown|html|json|log] [file]
                               Write the conversation to a file
      /tasks                   Show what runs in the background, read it, stop it
      /agents                  Show the subagents that the model can give tasks to
      /hooks                   Show the hooks that hold here
      /memory [note]           Show what the model is told in every conversation here, or add to it
      /theme [theme]           Change the colours
      /vim [on|off]            Edit as in vim, or no longer
      /review [what to look at]
                               Have the changes that are not committed reviewed
      /init                    Have an AGENTS.md written for this project
      /status                  Show what holds at the moment
      /todos                   Show what the model means to do
      /exit                    Leave

    Keys
      enter                    Send the message
      shift+enter, alt+enter, ctrl+enter, ctrl+j
                               Begin a new line
      ctrl+q                   Send the message when the turn is over
      alt+up                   Take back the last message that waits
      tab                      Complete what is being typed
      left                     One character to the left
      right, ctrl+f            One character to the right
      ctrl+left, alt+left, alt+b
                               One word to the left
      ctrl+right, alt+right, alt+f
                               One word to the right
      up, ctrl+p               One row up; from the first, the message before
      down, ctrl+n             One row down; from the last, the message after
      home, ctrl+a             To the start of the line
      end, ctrl+e              To the end of the line
      ↑/↓ to scroll, esc to leave
    Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (110/1M)  |  msgs: 3  |  $0.0006"
  `));
it('/memory', async () =>
  expect(
    await drawnAt(ALL, afterTurn('/memory', 'esc to leave', { files: { 'AGENTS.md': 'Use tabs.\n' } })),
  ).toMatchInlineSnapshot(`
    "── 40 x 12 ──

    Memory  1-3 of 3
    /tmp/helve-e2e-XXXXXX/work/AGENTS.md
      Use tabs.

      ↑/↓ to scroll, esc to leave
    Mode: default  |  Context: 0% (110/1M)
    ── 80 x 24 ──

    Memory  1-3 of 3
    /tmp/helve-e2e-XXXXXX/work/AGENTS.md
      Use tabs.

      ↑/↓ to scroll, esc to leave
    Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 3 | $0.0006
    ── 200 x 60 ──

    Memory  1-3 of 3
    /tmp/helve-e2e-XXXXXX/work/AGENTS.md
      Use tabs.

      ↑/↓ to scroll, esc to leave
    Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (110/1M)  |  msgs: 3  |  $0.0006"
  `));
it('a call in full', async () => {
  const scene = async (size: ScreenSize) => {
    const { screen } = await openScreen([], size);
    screen.type('!seq 1 30', KEYS.enter);
    await screen.shows('  30\n');
    await screen.showsNoMore('esc to stop');
    screen.type(KEYS.ctrl('o'));
    await screen.shows('esc to leave');
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
      ↑/↓ to scroll, esc to leave
    Mode: default  |  Context: 0% (41/1M)
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
      ↑/↓ to scroll, esc to leave
    Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (41/1M)  |  msgs: 0"
  `);
});
