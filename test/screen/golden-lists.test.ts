import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openAssistant } from '../kit/assistant.ts';
import { ALL, drawnAt, openTalking, SMALL_AND_USUAL, USUAL } from '../kit/golden.ts';
import { KEYS, openScreen, type ScreenSize, showHelve } from '../kit/screen.ts';

const ANSWER = { text: 'Understood.' };

/** What is below the input when this was typed. */
const typed = (keys: string, shown: string | RegExp) => async (size: ScreenSize) => {
  const { screen } = await openScreen([], size);
  await screen.shows('Context');
  screen.type(keys);
  await screen.shows(shown);
  return screen;
};

it('all commands', async () =>
  expect(await drawnAt(ALL, typed('/', '❯ /help'))).toMatchInlineSnapshot(`
    "── 40 x 12 ──
    /help, shift+tab modes, ctrl+o details

    > /
    ❯ /help  Show commands and keys
      /clear  Start a new conversation
      /mode  Show or change the permission …
      /model  Select the model
      /effort  Show or change how hard the …
      /language  Set the response language
      /compact  Replace the conversation by…
      /cost  Show the cost by model and day
    Mode: default  |  Context: 0% (0/1M)
    ── 80 x 24 ──

    helve 0.1.0 · Claude Sonnet 5.5
    /tmp/helve-e2e-XXXXXX/work
    /help for commands · shift+tab for modes · ctrl+o for details

    > /
    ❯ /help          Show commands and keys
      /clear         Start a new conversation
      /mode          Show or change the permission mode
      /model         Select the model
      /effort        Show or change how hard the model thinks
      /language      Set the response language
      /compact       Replace the conversation by a summary; undo restores it
      /cost          Show the cost by model and day
      ↑/↓ 1 of 35
    Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (0/1M)  |  msgs: 0
    ── 200 x 60 ──

    helve 0.1.0 · Claude Sonnet 5.5
    /tmp/helve-e2e-XXXXXX/work
    /help for commands · shift+tab for modes · ctrl+o for details

    > /
    ❯ /help          Show commands and keys
      /clear         Start a new conversation
      /mode          Show or change the permission mode
      /model         Select the model
      /effort        Show or change how hard the model thinks
      /language      Set the response language
      /compact       Replace the conversation by a summary; undo restores it
      /cost          Show the cost by model and day
      ↑/↓ 1 of 35
    Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (0/1M)  |  msgs: 0  |  no sandbox"
  `));

it('the last of them: skills and those of plugins', async () => {
  const scene = async (size: ScreenSize) => {
    const sandbox = await openAssistant([], {
      '.agents/skills/greet/SKILL.md': '---\nname: greet\ndescription: Says hello\n---\nSay hello.\n',
    });
    const plugin = join(sandbox.dir, '..', 'harness');
    await mkdir(join(plugin, 'skills/audit'), { recursive: true });
    await mkdir(join(plugin, '.claude-plugin'));
    await writeFile(join(plugin, '.claude-plugin/plugin.json'), JSON.stringify({ name: 'harness', version: '1.0.0' }));
    await writeFile(
      join(plugin, 'skills/audit/SKILL.md'),
      '---\nname: audit\ndescription: Audits the harness of your project\n---\nLook.\n',
    );
    expect(await sandbox.helve(['plugin', 'install', '--name', plugin])).toMatchObject({ code: 0 });
    const screen = showHelve(sandbox, size);
    await screen.shows('Context');
    screen.type('/', KEYS.up);
    await screen.shows('(harness)');
    return screen;
  };
  expect(await drawnAt(SMALL_AND_USUAL, scene)).toMatchInlineSnapshot(`
    "── 40 x 12 ──
    /help, shift+tab modes, ctrl+o details

    > /
      /status  Show the current status
      /todos  Show the task list of the mod…
      /exit  Leave
      /quit  Leave
      ── skills ──
      /greet  Says hello
      ── plugins ──
    ❯ /audit  (harness) Audits the harness …
    Mode: default  |  Context: 0% (0/1M)
    ── 80 x 24 ──

    helve 0.1.0 · Claude Sonnet 5.5
    /tmp/helve-e2e-XXXXXX/work
    /help for commands · shift+tab for modes · ctrl+o for details

    > /
      /status        Show the current status
      /todos         Show the task list of the model
      /exit          Leave
      /quit          Leave
      ── skills ──
      /greet         Says hello
      ── plugins ──
    ❯ /audit         (harness) Audits the harness of your project
      ↑/↓ 37 of 37
    Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (0/1M)  |  msgs: 0"
  `);
});

it('no command', async () =>
  expect(await drawnAt(USUAL, typed('/zzz', '> /zzz'))).toMatchInlineSnapshot(`
    "── 80 x 24 ──

    helve 0.1.0 · Claude Sonnet 5.5
    /tmp/helve-e2e-XXXXXX/work
    /help for commands · shift+tab for modes · ctrl+o for details

    > /zzz
    Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (0/1M)  |  msgs: 0"
  `));

it('/mode', async () =>
  expect(await drawnAt(SMALL_AND_USUAL, typed('/mode ', '❯ plan'))).toMatchInlineSnapshot(`
    "── 40 x 12 ──

    helve 0.1.0 · Claude Sonnet 5.5
    /tmp/helve-e2e-XXXXXX/work
    /help, shift+tab modes, ctrl+o details

    > /mode 
    ❯ plan  read-only
      default  asks before files are edited
      acceptEdits  edits files of the proje…
      bypassPermissions  never asks
    Mode: default  |  Context: 0% (0/1M)
    ── 80 x 24 ──

    helve 0.1.0 · Claude Sonnet 5.5
    /tmp/helve-e2e-XXXXXX/work
    /help for commands · shift+tab for modes · ctrl+o for details

    > /mode 
    ❯ plan               read-only
      default            asks before files are edited
      acceptEdits        edits files of the project without asking
      bypassPermissions  never asks
    Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (0/1M)  |  msgs: 0"
  `));

it('/model', async () =>
  expect(await drawnAt(SMALL_AND_USUAL, typed('/model ', '❯ Claude'))).toMatchInlineSnapshot(`
    "── 40 x 12 ──
    /help, shift+tab modes, ctrl+o details

    > /model 
    ❯ Claude Fable 5.1 (1M)
      Claude Opus 5.5 (1M)
      Claude Sonnet 5.5 (1M)  current
      Claude Opus 5 (1M)
      Claude Sonnet 5 (1M)
      Claude Opus 4.6 (1M)
      Claude Sonnet 4.6 (1M)
      Claude Haiku 4.5 (200K)
    Mode: default  |  Context: 0% (0/1M)
    ── 80 x 24 ──

    helve 0.1.0 · Claude Sonnet 5.5
    /tmp/helve-e2e-XXXXXX/work
    /help for commands · shift+tab for modes · ctrl+o for details

    > /model 
    ❯ Claude Fable 5.1 (1M)
      Claude Opus 5.5 (1M)
      Claude Sonnet 5.5 (1M)    current
      Claude Opus 5 (1M)
      Claude Sonnet 5 (1M)
      Claude Opus 4.6 (1M)
      Claude Sonnet 4.6 (1M)
      Claude Haiku 4.5 (200K)
      ↑/↓ 1 of 14
    Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (0/1M)  |  msgs: 0"
  `));

it('/language', async () =>
  expect(await drawnAt(USUAL, typed('/language ', '❯ ko'))).toMatchInlineSnapshot(`
    "── 80 x 24 ──

    helve 0.1.0 · Claude Sonnet 5.5
    /tmp/helve-e2e-XXXXXX/work
    /help for commands · shift+tab for modes · ctrl+o for details

    > /language 
    ❯ ko  한국어
      en  English
      ja  日本語
      zh  中文
    Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (0/1M)  |  msgs: 0"
  `));

it('/theme', async () =>
  expect(await drawnAt(USUAL, typed('/theme ', '❯ auto'))).toMatchInlineSnapshot(`
    "── 80 x 24 ──

    helve 0.1.0 · Claude Sonnet 5.5
    /tmp/helve-e2e-XXXXXX/work
    /help for commands · shift+tab for modes · ctrl+o for details

    > /theme 
    ❯ auto
      dark
      light
      high-contrast
      none
    Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (0/1M)  |  msgs: 0"
  `));

it('/export', async () =>
  expect(await drawnAt(USUAL, typed('/export ', '❯ markdown'))).toMatchInlineSnapshot(`
    "── 80 x 24 ──

    helve 0.1.0 · Claude Sonnet 5.5
    /tmp/helve-e2e-XXXXXX/work
    /help for commands · shift+tab for modes · ctrl+o for details

    > /export 
    ❯ markdown
      html
      json
      log
    Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (0/1M)  |  msgs: 0"
  `));

it('/plugin', async () =>
  expect(await drawnAt(SMALL_AND_USUAL, typed('/plugin ', '❯ list'))).toMatchInlineSnapshot(`
    "── 40 x 12 ──
    helve 0.1.0 · Claude Sonnet 5.5
    /tmp/helve-e2e-XXXXXX/work
    /help, shift+tab modes, ctrl+o details

    > /plugin 
    ❯ list  Plugins that are installed
      install  Install a plugin from a mark…
      uninstall  Remove a plugin
      enable  Enable a plugin
      disable  Disable a plugin and keep it
      marketplace  Plugins that can be inst…
    Mode: default  |  Context: 0% (0/1M)
    ── 80 x 24 ──

    helve 0.1.0 · Claude Sonnet 5.5
    /tmp/helve-e2e-XXXXXX/work
    /help for commands · shift+tab for modes · ctrl+o for details

    > /plugin 
    ❯ list         Plugins that are installed
      install      Install a plugin from a marketplace or a folder
      uninstall    Remove a plugin
      enable       Enable a plugin
      disable      Disable a plugin and keep it
      marketplace  Plugins that can be installed
    Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (0/1M)  |  msgs: 0"
  `));

it('@', async () => {
  const deep = 'packages/a-package-of-a-long-name/src/components/a-component-of-a-long-name.ts';
  const files = { 'README.md': '', 'src/parser/tokens.ts': '', 'src/other.ts': '', [deep]: '' };
  const scene = async (size: ScreenSize) => {
    const { screen } = await openScreen([], { ...size, files });
    await screen.shows('Context');
    screen.type('Look at @s');
    await screen.shows(/❯ [^]*component-of/);
    return screen;
  };
  expect(await drawnAt(ALL, scene)).toMatchInlineSnapshot(`
    "── 40 x 12 ──

    helve 0.1.0 · Claude Sonnet 5.5
    /tmp/helve-e2e-XXXXXX/work
    /help, shift+tab modes, ctrl+o details

    > Look at @s
    ❯ src/other.ts
      src/parser/tokens.ts
      packa.../a-component-of-a-long-name.ts
    Mode: default  |  Context: 0% (0/1M)
    ── 80 x 24 ──

    helve 0.1.0 · Claude Sonnet 5.5
    /tmp/helve-e2e-XXXXXX/work
    /help for commands · shift+tab for modes · ctrl+o for details

    > Look at @s
    ❯ src/other.ts
      src/parser/tokens.ts
      packages/a-package-of-a-long-name/src/components/a-component-of-a-long-name.ts
    Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (0/1M)  |  msgs: 0
    ── 200 x 60 ──

    helve 0.1.0 · Claude Sonnet 5.5
    /tmp/helve-e2e-XXXXXX/work
    /help for commands · shift+tab for modes · ctrl+o for details

    > Look at @s
    ❯ src/other.ts
      src/parser/tokens.ts
      packages/a-package-of-a-long-name/src/components/a-component-of-a-long-name.ts
    Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (0/1M)  |  msgs: 0  |  no sandbox"
  `);
});

it('ctrl+r', async () => {
  const scene = async (size: ScreenSize) => {
    const { screen } = await openTalking([ANSWER], size);
    screen.type(KEYS.ctrl('r'), 'app');
    await screen.shows('(search) app');
    return screen;
  };
  expect(await drawnAt(SMALL_AND_USUAL, scene)).toMatchInlineSnapshot(`
    "── 40 x 12 ──

    > Tell me about apples

    helve:

      Understood.

      0.0s · $0.0003

    (search) app  Tell me about apples
      ctrl+r older, enter to accept, esc to…
    Mode: default  |  Context: 0% (110/1M)
    ── 80 x 24 ──

    helve 0.1.0 · Claude Sonnet 5.5
    /tmp/helve-e2e-XXXXXX/work
    /help for commands · shift+tab for modes · ctrl+o for details

    > Tell me about apples

    helve:

      Understood.

      0.0s · $0.0003

    (search) app  Tell me about apples
      ctrl+r older, enter to accept, esc to close
    Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 2 | $0.0003"
  `);
});

it('ctrl+r where nothing is found', async () => {
  const scene = async (size: ScreenSize) => {
    const { screen } = await openTalking([ANSWER], size);
    screen.type(KEYS.ctrl('r'), 'zzz');
    await screen.shows('zzz');
    return screen;
  };
  expect(await drawnAt(USUAL, scene)).toMatchInlineSnapshot(`
    "── 80 x 24 ──

    helve 0.1.0 · Claude Sonnet 5.5
    /tmp/helve-e2e-XXXXXX/work
    /help for commands · shift+tab for modes · ctrl+o for details

    > Tell me about apples

    helve:

      Understood.

      0.0s · $0.0003

    (none) zzz  
      ctrl+r older, enter to accept, esc to close
    Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 2 | $0.0003"
  `);
});
