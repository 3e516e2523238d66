import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { afterTurn, ALL, drawnAt, SMALL_AND_USUAL, USUAL } from '../kit/golden.ts';
import { openScreen, type ScreenSize } from '../kit/screen.ts';

const FILES = {
  'AGENTS.md': 'Use tabs.\n',
  '.helve/agents/scout.md':
    '---\nname: scout\ndescription: Looks around in the code and tells where things are\n---\nLook.\n',
  '.helve/agents/reviewer.md': '---\nname: reviewer\ndescription: Reads changes and says what is wrong\n---\nRead.\n',
};

const SETTINGS = {
  permissions: { allow: ['Bash(git status)', 'Bash(npm test *)'], deny: ['Read(secret/**)'] },
  hooks: {
    UserPromptSubmit: [{ hooks: [{ type: 'command', command: 'true' }] }],
    PostToolUse: [{ matcher: 'Edit|Write', hooks: [{ type: 'command', command: 'exit 0 # a formatter, say' }] }],
  },
  mcpServers: {
    memory: { command: 'a-memory-server', args: ['--quiet'] },
    tickets: { type: 'http', url: 'https://example.com/mcp' },
  },
};

const MEMORY = {
  command: process.execPath,
  args: [createRequire(import.meta.url).resolve('@modelcontextprotocol/server-memory/dist/index.js')],
};

const full = { files: FILES, settings: SETTINGS };

describe('what is printed', () => {
  it('/context', async () =>
    expect(await drawnAt(ALL, afterTurn('/context', /Free[^\n]*\n\n> \n?/))).toMatchInlineSnapshot(`
      "── 40 x 12 ──

      Context: 0% (110/1M)
      █▓▒▞▤░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
      █ System prompt     11    0.0%
      ▓ Tools             89    0.0%
      ▒ Prompts            1    0.0%
      ▞ Answers            6    0.0%
      ▤ Tool results       3    0.0%
      ░ Free              1M  100.0%

      > 
      Mode: default  |  Context: 0% (110/1M)
      ── 80 x 24 ──

      > /context

      Context: 0% (110/1M)
      █▓▒▞▤░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
      █ System prompt     11    0.0%
      ▓ Tools             89    0.0%
      ▒ Prompts            1    0.0%
      ▞ Answers            6    0.0%
      ▤ Tool results       3    0.0%
      ░ Free              1M  100.0%

      > 
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 3 | $0.0006
      ── 200 x 60 ──

      > /context

      Context: 0% (110/1M)
      █▓▒▞▤░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
      █ System prompt     11    0.0%
      ▓ Tools             89    0.0%
      ▒ Prompts            1    0.0%
      ▞ Answers            6    0.0%
      ▤ Tool results       3    0.0%
      ░ Free              1M  100.0%

      > 
      Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (110/1M)  |  msgs: 3  |  $0.0006  |  no sandbox"
    `));
  it('/cost', async () =>
    expect(await drawnAt(ALL, afterTurn('/cost', /20\d\d-[^\n]*\n\n> /))).toMatchInlineSnapshot(`
      "── 40 x 12 ──

      This conversation: $0.0006. This project
      in total:

      Model                Cost
      claude-sonnet-5-5 $0.0006  █████████████
        200 in, 20 out, 0 cached

      YYYY-MM-DD  $0.0006  ███████████████████

      > 
      Mode: default  |  Context: 0% (110/1M)
      ── 80 x 24 ──

      > /cost

      This conversation: $0.0006. This project in total:

      Model               Input  Output  Cached    Cost
      claude-sonnet-5-5     200      20       0 $0.0006  ████████████████████████

      YYYY-MM-DD  $0.0006  ████████████████████████

      > 
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 3 | $0.0006
      ── 200 x 60 ──

      > /cost

      This conversation: $0.0006. This project in total:

      Model               Input  Output  Cached    Cost
      claude-sonnet-5-5     200      20       0 $0.0006  ████████████████████████

      YYYY-MM-DD  $0.0006  ████████████████████████

      > 
      Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (110/1M)  |  msgs: 3  |  $0.0006  |  no sandbox"
    `));
  it('/status', async () =>
    expect(await drawnAt(USUAL, afterTurn('/status', /editor +normal/))).toMatchInlineSnapshot(`
      "── 80 x 24 ──

      > /status

        helve         0.1.0
        folder        /tmp/helve-e2e-XXXXXX/work
        home          /tmp/helve-e2e-XXXXXX/home
        model         Claude Sonnet 5.5 (claude-sonnet-5-5)
        mode          default
        conversation  YYYYMMDD-HHMMSS-XXXX
        log           /tmp/helve-e2e-XXXXXX/home/projects/tmp-helve-e2e-XXXXXX-work-X
                      X/YYYYMMDD-HHMMSS-XXXX.jsonl
        theme         auto
        editor        normal

      > 
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 3 | $0.0006"
    `));
  it('/todos', async () =>
    expect(await drawnAt(SMALL_AND_USUAL, afterTurn('/todos', 'Test it'))).toMatchInlineSnapshot(`
      "── 40 x 12 ──

      > /todos

        ☑ Look at the parser
        ▸ Mend what is wrong with numbers that
          have a point in them
        ☐ Test it

      > 
      Mode: default  |  Context: 0% (110/1M)
      ── 80 x 24 ──

      > /todos

        ☑ Look at the parser
        ▸ Mend what is wrong with numbers that have a point in them
        ☐ Test it

      > 
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 3 | $0.0006"
    `));
  it('/agents', async () =>
    expect(await drawnAt(SMALL_AND_USUAL, afterTurn('/agents', /plan +Plans[^]*\n\n> /, full))).toMatchInlineSnapshot(`
      "── 40 x 12 ──
        reviewer  Reads changes and says what 
                  is wrong
        scout  Looks around in the code and 
               tells where things are
        general-purpose  Any task with several
                         steps
        explore  Explores the project; 
                 read-only
        plan  Plans a change; read-only

      > 
      Mode: default  |  Context: 0% (110/1M)
      ── 80 x 24 ──

      > /agents

        reviewer         Reads changes and says what is wrong
        scout            Looks around in the code and tells where things are
        general-purpose  Any task with several steps
        explore          Explores the project; read-only
        plan             Plans a change; read-only

      > 
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 3 | $0.0006"
    `));
  it('/hooks', async () =>
    expect(await drawnAt(USUAL, afterTurn('/hooks', /PostToolUse[^]*\n\n> /, full))).toMatchInlineSnapshot(`
      "── 80 x 24 ──

      > /hooks

        UserPromptSubmit  true
          /tmp/helve-e2e-XXXXXX/home/settings.json
        PostToolUse Edit|Write  exit 0 # a formatter, say
          /tmp/helve-e2e-XXXXXX/home/settings.json

      > 
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 3 | $0.0006"
    `));
  it('/permissions', async () =>
    expect(await drawnAt(USUAL, afterTurn('/permissions', /secret[^]*\n\n> /, full))).toMatchInlineSnapshot(`
      "── 80 x 24 ──

      > /permissions

        mode   default  /mode changes it
        deny   Read(secret/**)  /tmp/helve-e2e-XXXXXX/home/settings.json
        allow  Bash(git status)  /tmp/helve-e2e-XXXXXX/home/settings.json
        allow  Bash(npm test *)  /tmp/helve-e2e-XXXXXX/home/settings.json

      > 
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 3 | $0.0006"
    `));
  it('/mcp', async () =>
    expect(await drawnAt(SMALL_AND_USUAL, afterTurn('/mcp', /memory[^]*\n\n> /, full))).toMatchInlineSnapshot(`
      "── 40 x 12 ──

      > /mcp

      memory  (user, stopped)  a-memory-server
      --quiet
      tickets  (user, stopped)  
      https://example.com/mcp

      > 
      Mode: default  |  Context: 0% (110/1M)
      ── 80 x 24 ──

      > /mcp

      memory  (user, stopped)  a-memory-server --quiet
      tickets  (user, stopped)  https://example.com/mcp

      > 
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 3 | $0.0006"
    `));
  it('/mcp memory', async () =>
    expect(
      await drawnAt(
        USUAL,
        afterTurn('/mcp memory', /search_nodes[^]*\n\n> /, { settings: { mcpServers: { memory: MEMORY } } }),
      ),
    ).toMatchInlineSnapshot(`
      "── 80 x 24 ──

      > /mcp memory

      memory:
        create_entities  Create multiple new entities in the knowledge graph
        create_relations  Create multiple new relations between entities in the 
        knowledge graph. Relations should be in activ…
        add_observations  Add new observations to existing entities in the knowledge 
        graph
        delete_entities  Delete multiple entities and their associated relations from 
        the knowledge graph
        delete_observations  Delete specific observations from entities in the 
        knowledge graph
        delete_relations  Delete multiple relations from the knowledge graph
        read_graph  Read the entire knowledge graph
        search_nodes  Search for nodes in the knowledge graph based on a query
        open_nodes  Open specific nodes in the knowledge graph by their names

      > 
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 3 | $0.0006"
    `));
  // Wide enough for the path of any checkout.
  it('/doctor', async () =>
    expect(await drawnAt([{ columns: 160, rows: 24 }], afterTurn('/doctor', /[✓✗][^]*\n\n> /))).toMatchInlineSnapshot(`
      "── 160 x 24 ──

      > /doctor

      ✓ machine node: v<version>
      ✓ machine home: /tmp/helve-e2e-XXXXXX/home can be written
      ✓ machine git: git version <version>
      – sandbox programs: bubblewrap <version> works, and the setting is off (/tmp/helve-e2e-XXXXXX/home/settings.json)
        → Programs that a model starts can do all that you can. Set sandbox to auto in the settings.
      ✓ assistant settings: /tmp/helve-e2e-XXXXXX/home/settings.json
      ✓ assistant model: Claude Sonnet 5.5, asked of anthropic
      ✓ browser extension: built in <checkout>/packages/helve/dist/extension
      ✓ browser program: <program>
      – browser service: does not run; it starts when it is needed
        → To start it now: service start
      · browser token: not looked at, because service is off
      · browser pairing: not looked at, because service is off
      · browser socket: not looked at, because service is off
      · browser worker: not looked at, because service is off
      · browser tab: not looked at, because service is off
      Nothing is wrong. Not in use: sandbox programs, browser service.

      > 
      Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (110/1M)  |  msgs: 3  |  $0.0006  |  no sandbox"
    `));
  it('/plugin list', async () =>
    expect(await drawnAt(USUAL, afterTurn('/plugin list', 'No plugins'))).toMatchInlineSnapshot(`
      "── 80 x 24 ──

      > /plugin list

      No plugins are installed.

      > 
      Mode: default | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 3 | $0.0006"
    `));
  it('/mode plan', async () =>
    expect(await drawnAt(USUAL, afterTurn('/mode plan', 'Mode: plan ('))).toMatchInlineSnapshot(`
      "── 80 x 24 ──

      > /mode plan

      Mode: plan (read-only)

      > 
      Mode: plan | Claude Sonnet 5.5 | Context: 0% (110/1M) | msgs: 3 | $0.0006"
    `));
});

it('what was not consented to is said at the beginning', async () => {
  const files = { '.helve/settings.json': JSON.stringify({ hooks: SETTINGS.hooks }) };
  const scene = async (size: ScreenSize) => {
    const { screen } = await openScreen([], { ...size, files });
    await screen.shows('settings.json\n\n>');
    await screen.shows('Context');
    return screen;
  };
  expect(await drawnAt(USUAL, scene)).toMatchInlineSnapshot(`
    "── 80 x 24 ──

    helve 0.1.0 · Claude Sonnet 5.5
    /tmp/helve-e2e-XXXXXX/work
    /help for commands · shift+tab for modes · ctrl+o for details

    /tmp/helve-e2e-XXXXXX/work/.helve/settings.json is not trusted, so these parts 
    are ignored: hook PostToolUse: exit 0 # a formatter, say; hook UserPromptSubmit:
    true. To trust it: helve trust allow --path 
    /tmp/helve-e2e-XXXXXX/work/.helve/settings.json

    > Ask, or / commands, ! shell, @ files
    Mode: default  |  Claude Sonnet 5.5  |  Context: 0% (0/1M)  |  msgs: 0"
  `);
});
