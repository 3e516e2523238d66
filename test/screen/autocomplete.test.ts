import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { asked } from '../kit/asked.ts';
import { openAssistant } from '../kit/assistant.ts';
import { KEYS, openScreen, showHelve } from '../kit/screen.ts';

const SKILL = '---\nname: greet\ndescription: Says hello\n---\nSay hello to $ARGUMENTS.\n';

it('lists commands below the input as soon as / is typed, and narrows them with every character', async () => {
  const { screen } = await openScreen([]);
  screen.type('/');
  await screen.shows('❯ /help');
  screen.type('mo');
  await screen.showsNoMore('❯ /help');
  expect((await screen.window()).slice(5, 8)).toEqual([
    '> /mo',
    '❯ /mode   Show or change the permission mode',
    '  /model  Select the model',
  ]);
  screen.type(KEYS.backspace, KEYS.backspace);
  await screen.shows('❯ /help');
  screen.type(KEYS.backspace);
  await screen.showsNoMore('❯');
});

it('the arrows go through the list, and its ends meet', async () => {
  const { screen } = await openScreen([]);
  screen.type('/mo', KEYS.down);
  await screen.shows('❯ /model');
  screen.type(KEYS.down);
  await screen.shows('❯ /mode ');
  screen.type(KEYS.up);
  await screen.shows('❯ /model');
});

it('tab completes to what all have in common, then nothing more', async () => {
  const { screen } = await openScreen([]);
  screen.type('/pe', KEYS.tab);
  await screen.shows('> /permissions');
  screen.type(KEYS.ctrl('u'), '/mo', KEYS.tab);
  await screen.shows(/> \/mode\n/);
});

it('esc closes the list and keeps what is typed', async () => {
  const { screen } = await openScreen([]);
  screen.type('/mo');
  await screen.shows('❯ /mode');
  screen.type(KEYS.escape);
  await screen.showsNoMore('❯');
  await screen.shows('> /mo');
  screen.type('d');
  await screen.shows('❯ /mode');
});

it('enter runs what needs nothing more, and opens the list of what can follow', async () => {
  const { screen } = await openScreen([]);
  screen.type('/mode', KEYS.enter);
  await screen.shows(/> \/mode \n❯ plan +read-only\n {2}default +.*\n {2}acceptEdits.*\n {2}bypassPermissions/);
  screen.type('acc', KEYS.enter);
  await screen.shows('Mode: acceptEdits  |');
  screen.type('/todos', KEYS.enter);
  await screen.shows('The task list is empty.');
});

it.each([
  ['/model ', /Claude Opus 4\.\d \(1M\)[^]*Claude Haiku 4\.5 \(200K\)/],
  ['/language ', /❯ ko {2}한국어\n {2}en {2}English\n {2}ja {2}日本語\n {2}zh {2}中文/],
  ['/theme ', /❯ auto\n {2}dark\n {2}light\n {2}high-contrast\n {2}none/],
  ['/export ', /❯ markdown\n {2}html\n {2}json\n {2}log/],
  ['/plugin ', /❯ list.*\n {2}install.*\n {2}uninstall.*\n {2}enable.*\n {2}disable.*\n {2}marketplace/],
])('%s has a list of its own', async (typed, list) => {
  const { screen } = await openScreen([]);
  screen.type(typed);
  await screen.shows(list);
});

it('/plugin offers the names of installed plugins, each where it can be turned on or off', async () => {
  const sandbox = await openAssistant([]);
  for (const name of ['alpha', 'beta']) {
    const plugin = join(sandbox.dir, '..', name);
    await mkdir(join(plugin, '.claude-plugin'), { recursive: true });
    const manifest = { name, version: '1.0.0', description: `What ${name} does` };
    await writeFile(join(plugin, '.claude-plugin/plugin.json'), JSON.stringify(manifest));
    expect(await sandbox.helve(['plugin', 'install', '--name', plugin])).toMatchObject({ code: 0 });
  }
  expect(await sandbox.helve(['plugin', 'disable', '--name', 'beta'])).toMatchObject({ code: 0 });
  const screen = showHelve(sandbox);
  await screen.shows('Context');
  const offers = async (typed: string, list: RegExp) => {
    screen.type(typed);
    await screen.shows(list);
    screen.type(KEYS.ctrl('u'));
    await screen.showsNoMore(`> ${typed}\n❯`);
  };
  const [alpha, beta] = ['alpha@local +What alpha does', 'beta@local +What beta does'];
  await offers('/plugin uninstall ', new RegExp(`> /plugin uninstall \\n❯ ${alpha}\\n {2}${beta}\\nMode`));
  await offers('/plugin enable ', new RegExp(`> /plugin enable \\n❯ ${beta}\\nMode`));
  screen.type('/plugin disable ');
  await screen.shows(new RegExp(`> /plugin disable \\n❯ ${alpha}\\nMode`));
  screen.type(KEYS.enter);
  await screen.shows('alpha@local is off');
  await offers('/plugin disable ', /> \/plugin disable \nMode/);
  await offers('/plugin enable ALP', new RegExp(`> /plugin enable ALP\\n❯ ${alpha}\\nMode`));
});

it('skills of the project and of plugins stand behind the commands, each group after a line', async () => {
  const sandbox = await openAssistant([{ text: 'Hello!' }], { '.agents/skills/greet/SKILL.md': SKILL });
  const { server, helve } = sandbox;
  const plugin = join(sandbox.dir, '..', 'harness');
  await mkdir(join(plugin, 'skills/audit'), { recursive: true });
  await mkdir(join(plugin, '.claude-plugin'));
  await writeFile(join(plugin, '.claude-plugin/plugin.json'), JSON.stringify({ name: 'harness', version: '1.0.0' }));
  await writeFile(join(plugin, 'skills/audit/SKILL.md'), '---\nname: audit\ndescription: Looks at all\n---\nLook.\n');
  expect(await helve(['plugin', 'install', '--name', plugin])).toMatchObject({ code: 0 });
  const screen = showHelve(sandbox);
  await screen.shows('Context');
  screen.type('/', KEYS.up);
  await screen.shows(
    /── skills ──\n {2}\/greet +Says hello\n {2}── plugins ──\n❯ \/(harness:)?audit +\(harness\) Looks at all/,
  );
  screen.type(KEYS.escape);
  await screen.showsNoMore('❯');
  screen.type(KEYS.backspace, '/greet the world', KEYS.enter);
  await screen.shows('Hello!');
  expect((await asked(server, 0)).text).toContain('Say hello to the world.');
  await screen.shows('> /greet the world');
  expect((await screen.everything()).join('\n')).not.toContain('Say hello to');
});

it('says what was meant where there is no such command', async () => {
  const { screen } = await openScreen([]);
  screen.type('/contxt');
  await screen.shows('❯ /context');
  screen.type(KEYS.ctrl('u'), '/hlep', KEYS.enter);
  await screen.shows(/Did you mean \/help\?/);
});

it('skills that only the model may use are not offered, and /help shows what the others take', async () => {
  const skill = (head: string) => `---\ndescription: Works\n${head}\n---\nWork.\n`;
  const { screen } = await openScreen([], {
    rows: 120,
    files: {
      '.claude/skills/zip/SKILL.md': skill('argument-hint: "[folder] [level]"'),
      '.claude/skills/zap/SKILL.md': skill('user-invocable: false'),
      '.claude/skills/zoom/SKILL.md': skill('invocation: model-only'),
    },
  });
  screen.type('/z');
  await screen.shows('/zip');
  expect((await screen.window()).filter((row) => /\/z(?:ap|oom)/.test(row))).toEqual([]);
  screen.type(KEYS.backspace, 'help', KEYS.enter);
  await screen.shows('/zip [folder] [level]');
});
