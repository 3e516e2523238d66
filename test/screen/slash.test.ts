import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stopService } from '../../packages/helve/src/service/lifecycle.ts';
import { asked, systemOf } from '../kit/asked.ts';
import { KEYS, openScreen, type ShownScreen } from '../kit/screen.ts';

const ANSWER = { text: 'Understood.' };

/** Says something, and waits until the turn is over. */
async function say(screen: ShownScreen, prompt: string, answer = 'Understood.'): Promise<void> {
  screen.type(prompt, KEYS.enter);
  await screen.shows(new RegExp(`> ${prompt}[^]*${answer}`));
  await screen.showsNoMore('esc to stop');
}

const settingsOf = async (home: string) =>
  JSON.parse(await readFile(join(home, 'settings.json'), 'utf8')) as Record<string, unknown>;

it('/help shows commands and keys, also those of the settings', async () => {
  const { screen } = await openScreen([], { rows: 120, settings: { keybindings: { 'ctrl+x h': 'help' } } });
  screen.type('/help', KEYS.enter);
  await screen.shows('Your text goes to the model');
  await screen.shows(/\/compact \[focus\|undo\] +Replace the/);
  await screen.shows(/ctrl\+x h, f1 +Show keys and commands/);
  screen.type(KEYS.escape);
  await screen.showsNoMore('Your text goes');
});

it('/clear begins a conversation that knows nothing of the one before', async () => {
  const { screen, server } = await openScreen([ANSWER, ANSWER]);
  await say(screen, 'the first thing');
  screen.type('/clear', KEYS.enter);
  await screen.shows('New conversation. The previous one is saved: /resume');
  await screen.showsNoMore('the first thing');
  await screen.shows('msgs: 0');
  // It is where it can be scrolled back to, once and with nothing between.
  expect((await screen.everything()).join('\n')).toMatch(/> the first thing\n\nhelve:\n\n {2}Understood\.\n/);
  expect((await screen.everything()).filter((row) => row === '> the first thing')).toHaveLength(1);
  await say(screen, 'the second thing');
  expect(server.requests[1]?.text).not.toContain('the first thing');
});

it('what is typed while /clear is at work is said to the new conversation', async () => {
  const { screen, server } = await openScreen([ANSWER, ANSWER]);
  await say(screen, 'the first thing');
  screen.type('/clear', KEYS.enter, 'the second thing', KEYS.enter);
  await screen.shows(/The previous one is saved: \/resume[^]*> the second thing[^]*Understood\./);
  expect(server.requests[1]?.text).not.toContain('the first thing');
});

it('/resume right after /clear offers the conversation that was left', async () => {
  const { screen } = await openScreen([ANSWER]);
  await say(screen, 'the first thing');
  screen.type('/clear', KEYS.enter, '/resume', KEYS.enter);
  await screen.shows(/Resume[^]*❯ the first thing/);
  screen.type(KEYS.enter);
  await screen.shows(/> the first thing[^]*Understood\./);
});

it('/mode and shift+tab change what is asked', async () => {
  const { screen, dir } = await openScreen([
    { calls: [{ name: 'Write', input: { file_path: 'new.txt', content: 'new\n' } }] },
    { text: 'Written.' },
  ]);
  screen.type('/mode nonsense', KEYS.enter);
  await screen.shows('No such mode.');
  screen.type(KEYS.shiftTab);
  await screen.shows('Mode: acceptEdits');
  await say(screen, 'Write it', 'Written.');
  expect(await readFile(join(dir, 'new.txt'), 'utf8')).toBe('new\n');
  screen.type('/mode plan', KEYS.enter);
  await screen.shows('Mode: plan (read-only)');
});

it('/model asks, keeps the choice, and the next request goes to it', async () => {
  const { screen, server, home } = await openScreen([ANSWER, ANSWER]);
  await say(screen, 'one');
  screen.type('/model haiku', KEYS.enter);
  await screen.shows(/Change model to Claude Haiku 4\.5\?\n❯ Yes\n {2}No/);
  screen.type('n');
  await screen.showsNoMore('Change model');
  screen.type('/model haiku', KEYS.enter);
  await screen.shows('Change model');
  screen.type('y');
  await screen.shows('Claude Haiku 4.5 is now active.');
  await screen.shows(/Mode: default +\| +Claude Haiku 4\.5/);
  await say(screen, 'two');
  expect(server.requests.map(({ body }) => String(body.model))).toEqual([
    expect.stringContaining('sonnet'),
    expect.stringContaining('haiku-4-5'),
  ]);
  expect(String((await settingsOf(home)).model)).toContain('haiku');
});

it('/language is kept, and the next request says so', async () => {
  const { screen, server, home } = await openScreen([ANSWER, ANSWER]);
  await say(screen, 'one');
  screen.type('/language ', KEYS.enter);
  await screen.shows('Response language: 한국어');
  await say(screen, 'two');
  expect(await systemOf(server, 0)).not.toContain('Korean');
  expect(await systemOf(server, 1)).toContain('Always respond in Korean');
  expect(await settingsOf(home)).toMatchObject({ language: 'ko' });
});

it('/compact shows before and after, and undo gives the model everything again', async () => {
  const usage = { input: 800_000, output: 10 };
  const { screen, server } = await openScreen([{ ...ANSWER, usage }, { text: 'We said words.' }, ANSWER, ANSWER]);
  await say(screen, 'the first words');
  await screen.shows('Context: 80%');
  screen.type('/compact what matters', KEYS.enter);
  await screen.shows(/Context compressed: 80% → \d%/);
  await screen.showsNoMore('Compacting');
  expect((await asked(server, 1)).text).toContain('what matters');
  await say(screen, 'more');
  expect(JSON.stringify(server.requests[2]?.body.messages)).toContain('We said words.');
  screen.type('/compact undo', KEYS.enter);
  await screen.shows('The model receives the whole conversation again.');
  await say(screen, 'even more');
  expect(JSON.stringify(server.requests[3]?.body.messages)).not.toContain('We said words.');
  screen.type('/fork', KEYS.enter);
  await screen.shows('Forked.');
  expect((await screen.everything()).filter((row) => row.startsWith('Context compressed'))).toHaveLength(1);
});

it('/compact is stopped with esc, and then nothing moves any more', async () => {
  const silence = new Promise<void>(() => {});
  const { screen } = await openScreen([ANSWER, { text: 'Never said.', silence }]);
  await say(screen, 'the first words');
  screen.type('/compact', KEYS.enter);
  await screen.shows('Compacting...');
  screen.type(KEYS.escape);
  await screen.shows('was not compacted');
  await screen.showsNoMore('Compacting');
});

it('/resume shows earlier conversations, finds one by its words, and shows it again', async () => {
  const { screen, server } = await openScreen([ANSWER, ANSWER, ANSWER], { columns: 120 });
  await say(screen, 'about apples');
  screen.type('/clear', KEYS.enter);
  await screen.shows('New conversation');
  await say(screen, 'about pears');
  screen.type('/clear', KEYS.enter);
  await screen.showsNoMore('> about pears');
  screen.type('/resume', KEYS.enter);
  await screen.shows(/Resume\n {2}Search: \n❯ about pears +just now · 1 prompt\n {2}about apples/);
  screen.type('apl');
  await screen.shows('❯ about apples');
  await screen.showsNoMore('about pears');
  screen.type(KEYS.enter);
  await screen.shows(/> about apples\n\nhelve:\n\n {2}Understood\./);
  await screen.shows('msgs: 2');
  await say(screen, 'and now');
  expect(server.requests[2]?.text).toContain('about apples');
});

it('/fork goes on in a copy', async () => {
  const { screen, conversations } = await openScreen([ANSWER, ANSWER]);
  await say(screen, 'the beginning');
  screen.type('/fork', KEYS.enter);
  await screen.shows('Forked.');
  await say(screen, 'the end');
  const logs = (await conversations()).map((log) => JSON.stringify(log));
  expect(logs.map((log) => [log.includes('the beginning'), log.includes('the end')])).toEqual(
    expect.arrayContaining([
      [true, false],
      [true, true],
    ]),
  );
});

it('/fork says so where there is nothing to copy', async () => {
  const { screen } = await openScreen([]);
  await screen.shows('Context');
  screen.type('/fork', KEYS.enter);
  await screen.shows('Nothing to fork yet.');
});

it('/plugin installs, disables, enables and removes a plugin, and its skills come and go', async () => {
  const { screen, dir } = await openScreen([]);
  const plugin = join(dir, 'harness');
  await mkdir(join(plugin, 'skills/audit'), { recursive: true });
  await mkdir(join(plugin, '.claude-plugin'));
  await writeFile(join(plugin, '.claude-plugin/plugin.json'), JSON.stringify({ name: 'harness', version: '1.0.0' }));
  await writeFile(join(plugin, 'skills/audit/SKILL.md'), '---\nname: audit\ndescription: Looks\n---\nLook.\n');
  await screen.shows('Context');
  const offers = async (isOffered: boolean) => {
    screen.type('/audit');
    await (isOffered ? screen.shows('❯ /audit') : screen.shows(/> \/audit\nMode/));
    screen.type(KEYS.ctrl('u'));
    await screen.showsNoMore('> /audit');
  };
  await offers(false);
  screen.type('/plugin install ./harness', KEYS.enter);
  await screen.shows(/harness@local 1\.0\.0\n {2}skills: audit/);
  await offers(true);
  screen.type('/plugin disable harness', KEYS.enter);
  await screen.shows('harness@local is off');
  await offers(false);
  screen.type('/plugin enable harness', KEYS.enter);
  await screen.shows('harness@local is on');
  await offers(true);
  screen.type('/plugin uninstall harness', KEYS.enter);
  // With its marketplace where the list has come by then.
  await screen.shows(/Remove the plugin harness(?:@local)?\?\n❯ Yes\n {2}No/);
  screen.type('n');
  await screen.showsNoMore('Remove');
  await offers(true);
  screen.type('/plugin uninstall harness', KEYS.enter);
  await screen.shows('Remove the plugin harness');
  screen.type('y');
  await screen.shows('harness@local 1.0.0 is gone');
  await offers(false);
  screen.type('/plugin list', KEYS.enter);
  await screen.shows('No plugins are installed.');
});

it('what a command takes long for is shown, and esc stops it', async () => {
  const { screen, home } = await openScreen([], {
    settings: { mcpServers: { slow: { command: 'sleep', args: ['1000'] } } },
  });
  onTestFinished(() => stopService(home));
  screen.type('/mcp slow', KEYS.enter);
  await screen.shows('  helve mcp tools --toolbox "slow" runs (esc to stop)');
  screen.type(KEYS.escape);
  await screen.shows(/cancelled/);
  await screen.showsNoMore('esc to stop');
});

it('/rewind shows what would change, restores files, puts the prompt back, and can be undone', async () => {
  const { screen, dir } = await openScreen(
    [{ calls: [{ name: 'Write', input: { file_path: 'a.txt', content: 'after\n' } }] }, ANSWER],
    { columns: 120, files: { 'a.txt': 'before\n' }, args: ['--permission-mode', 'acceptEdits'] },
  );
  await writeFile(join(dir, 'a.txt'), 'before\n');
  const text = () => readFile(join(dir, 'a.txt'), 'utf8');
  await say(screen, 'Change it');
  expect(await text()).toBe('after\n');
  screen.type('/rewind', KEYS.enter);
  await screen.shows(/Rewind to\n {2}Search: \n❯ Change it {2}1 file changed since/);
  screen.type(KEYS.enter);
  await screen.shows('❯ The conversation and the files');
  screen.type(KEYS.enter);
  await screen.shows(/This would change:\n.*a\.txt[^]*Rewind\?/);
  expect(await text()).toBe('after\n');
  screen.type('y');
  await screen.shows('Rewound. Undo with /rewind undo.');
  await screen.shows(/> Change it\nMode[^\n]* msgs: 0/);
  expect(await text()).toBe('before\n');
  screen.type(KEYS.ctrl('u'), '/rewind undo', KEYS.enter);
  await screen.shows('The rewind was undone.');
  await screen.shows('msgs: 3');
  expect(await text()).toBe('after\n');
});

it('/rewind names and leaves what the user changed themselves', async () => {
  const write = (name: string) => ({ name: 'Write', input: { file_path: name, content: 'after\n' } });
  const { screen, dir } = await openScreen([{ calls: [write('a.txt'), write('b.txt')] }, ANSWER], {
    columns: 120,
    args: ['--permission-mode', 'acceptEdits'],
  });
  await say(screen, 'Make them');
  await writeFile(join(dir, 'a.txt'), 'mine\n');
  screen.type('/rewind', KEYS.enter);
  await screen.shows('Rewind to');
  screen.type(KEYS.enter);
  await screen.shows('❯ The conversation and the files');
  screen.type(KEYS.enter);
  await screen.shows(/delete b\.txt\n {2}leave a\.txt as it is: something else changed it since[^]*Rewind\?/);
  screen.type('y');
  await screen.shows('Rewound.');
  expect(await readdir(dir)).not.toContain('b.txt');
  expect(await readFile(join(dir, 'a.txt'), 'utf8')).toBe('mine\n');
});

describe('in a turn', () => {
  async function openBusy() {
    let end = () => {};
    const hold = new Promise<void>((resolve) => (end = resolve));
    const opened = await openScreen([{ text: ['One ', 'moment.'], hold }, ANSWER, ANSWER]);
    opened.screen.type('Begin', KEYS.enter);
    await opened.screen.shows('One');
    return { ...opened, end: () => end() };
  }

  it.each(['/rewind', '/fork'])('%s says that it cannot be done, and does nothing later', async (command) => {
    const { screen, end } = await openBusy();
    screen.type(command, KEYS.enter);
    await screen.shows(`A turn is running. Stop it with esc twice, then ${command}.`);
    end();
    await screen.showsNoMore('esc to stop');
    expect((await screen.everything()).join('\n')).not.toMatch(/Rewind to|Forked/);
  });

  it('/compact says when it is done', async () => {
    const { screen, end } = await openBusy();
    screen.type('/compact', KEYS.enter);
    await screen.shows('Compaction starts after this turn.');
    end();
    await screen.shows('Context compressed');
  });

  it('ctrl+q keeps what is a message, and says of all else that it cannot wait', async () => {
    const { screen, server, end } = await openBusy();
    screen.type('/review', KEYS.ctrl('q'));
    await screen.shows('↳ after this turn: Review the uncommitted changes');
    for (const line of ['/clear', '!touch made', 'helve fs list']) {
      screen.type(line, KEYS.ctrl('q'));
      await screen.shows('Only messages can be queued');
      await screen.shows(`> ${line}`);
      screen.type(KEYS.ctrl('u'));
      await screen.showsNoMore(`> ${line}`);
    }
    end();
    await screen.shows('Understood.');
    expect((await asked(server, 1)).text).toContain('Review the uncommitted');
  });

  it('what is printed meanwhile does not part an answer from whose it is', async () => {
    const { screen, end } = await openBusy();
    screen.type('/todos', KEYS.enter);
    await screen.shows(/The task list is empty\.\n\nhelve:\n\n {2}One/);
    end();
    await screen.shows(/The task list is empty\.\n\nhelve:\n\n {2}One moment\.\n/);
    const rows = await screen.everything();
    expect(rows.filter((row) => row === 'helve:')).toHaveLength(1);
  });
});

it('/export writes the conversation to a file', async () => {
  const { screen, dir } = await openScreen([ANSWER]);
  await say(screen, 'Hello');
  screen.type('/export ', KEYS.enter);
  await screen.shows('Written to helve-');
  const [file = ''] = (await readdir(dir)).filter((name) => name.endsWith('.md'));
  expect(await readFile(join(dir, file), 'utf8')).toMatch(/Hello[^]*Understood\./);
});

describe('what is only shown', () => {
  it.each<[string, RegExp]>([
    ['/cost', /This conversation: \$0\.\d+\. This project in total:[^]*claude-sonnet/i],
    ['/context', /System prompt[^]*Tools[^]*Free/],
    ['/permissions', /Bash\(git status\)/],
    ['/plugin list', /No plugins are installed\./],
    ['/agents', /scout +Looks around/],
    ['/mcp', /No MCP server is configured\./],
    ['/hooks', /UserPromptSubmit {2}true\n {4}.*settings\.json/],
    ['/doctor', /[✓✗] browser extension/],
    ['/status', /model +Claude Sonnet[^]*mode +default[^]*conversation +\w+/],
    ['/todos', /The task list is empty\./],
  ])('%s', async (line, shown) => {
    const { screen, home } = await openScreen([ANSWER], {
      columns: 120,
      rows: 50,
      files: { '.helve/agents/scout.md': '---\nname: scout\ndescription: Looks around\n---\nYou look around.\n' },
      settings: {
        permissions: { allow: ['Bash(git status)'] },
        hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command: 'true' }] }] },
      },
    });
    // Some look into the service.
    onTestFinished(() => stopService(home));
    await say(screen, 'Hello');
    screen.type(line, KEYS.enter);
    await screen.shows(shown);
  });
});

it('/export asks before it overwrites a file that is named, and says what it cannot write', async () => {
  const { screen, dir } = await openScreen([ANSWER], { files: { 'my talk.md': 'precious\n' } });
  await say(screen, 'Hello');
  screen.type('/export my talk.md', KEYS.enter);
  await screen.shows('my talk.md exists. Overwrite it?');
  screen.type('n');
  await screen.showsNoMore('Overwrite it?');
  expect(await readFile(join(dir, 'my talk.md'), 'utf8')).toBe('precious\n');
  screen.type('/export my talk.md', KEYS.enter);
  await screen.shows('my talk.md exists. Overwrite it?');
  screen.type('y');
  await screen.shows('Written to my talk.md');
  expect(await readFile(join(dir, 'my talk.md'), 'utf8')).toContain('Hello');
  screen.type('/export html my talk.md/below.html', KEYS.enter);
  await screen.shows('my talk.md/below.html has a file where a folder is needed');
  screen.type('/export talk.pdf', KEYS.enter);
  await screen.shows('One of: markdown, html, json, log. Or a file: /export talk.md');
});

it('/memory shows what the model is told, and adds to it', async () => {
  const { screen, dir } = await openScreen([], { files: { 'AGENTS.md': 'Use tabs.\n' } });
  screen.type('/memory', KEYS.enter);
  await screen.shows(/Memory[^]*AGENTS\.md\n {2}Use tabs\./);
  screen.type('q');
  await screen.showsNoMore('Use tabs.');
  screen.type('/memory No spaces.', KEYS.enter);
  await screen.shows('Remember "No spaces."');
  screen.type(KEYS.enter);
  await screen.shows('Noted in');
  expect(await readFile(join(dir, 'AGENTS.md'), 'utf8')).toContain('No spaces.');
});

it.each([
  ['/compact', 'There is nothing to compact yet'],
  ['/export', 'The conversation is empty.'],
  ['/model opis', 'Did you mean opus?'],
  ['/plugin install', 'Which plugin? /plugin install <name>'],
  ['/plugin marketplace add ./nowhere', 'There is no folder'],
  ['/mcp nobody', /^There is no MCP server "nobody"/m],
  ['/language xx', 'No such language. One of: ko, en, ja, zh.'],
  ['/theme pink', 'No such theme. One of: auto, dark, light, high-contrast, none.'],
  ['/vim maybe', 'Use on or off.'],
  ['/vim off', 'Vim mode off.'],
  ['/hooks', 'No hooks are active. Define them in "hooks" of'],
  ['/resume nobody', 'See which there are: helve session list'],
])('%s says %s', async (line, said) => {
  const { screen } = await openScreen([]);
  screen.type(`${line} `, KEYS.enter);
  await screen.shows(said);
});

it('/status shows the theme that holds now', async () => {
  const { screen } = await openScreen([]);
  screen.type('/theme light', KEYS.enter);
  await screen.shows('Theme: light');
  screen.type('/status', KEYS.enter);
  await screen.shows(/theme +light/);
});

it('/permissions shows the mode and the rules of this conversation', async () => {
  const { screen } = await openScreen([
    { calls: [{ name: 'Bash', input: { command: 'touch made' } }] },
    { text: 'Done.' },
  ]);
  screen.type('/permissions', KEYS.enter);
  await screen.shows(/mode +default[^]*There are no rules\./);
  screen.type('Make it', KEYS.enter);
  await screen.shows('Allow in this conversation');
  screen.type('c', KEYS.enter);
  await screen.shows('Done.');
  screen.type('/permissions', KEYS.enter);
  await screen.shows(/allow +Bash\(touch \*\) +this conversation/);
});

it('/theme changes the colours at once and keeps them', async () => {
  const { screen, home } = await openScreen([]);
  screen.type('/theme none', KEYS.enter);
  await screen.shows('Theme: none');
  expect(await settingsOf(home)).toMatchObject({ theme: 'none' });
  const before = screen.written().length;
  screen.type('/todos', KEYS.enter);
  await screen.shows('The task list is empty.');
  expect(screen.written().slice(before)).not.toMatch(/\x1b\[[\d;]*38;/);
});

it.each([
  ['/review the tests', 'Review the tests.'],
  ['/review', 'Review the uncommitted changes of this repository'],
  ['/init', 'write AGENTS.md'],
])('%s asks the model', async (line, prompt) => {
  const { screen, server } = await openScreen([ANSWER]);
  screen.type(line, KEYS.enter);
  await screen.shows('Understood.');
  expect((await asked(server, 0)).text).toContain(prompt);
});

it('/todos shows what the model means to do', async () => {
  const items = [
    { text: 'Look', state: 'done' },
    { text: 'Mend', state: 'doing' },
    { text: 'Test', state: 'open' },
  ];
  const { screen } = await openScreen([{ calls: [{ name: 'Todo', input: { items } }] }, ANSWER]);
  await say(screen, 'Plan it');
  screen.type('/todos', KEYS.enter);
  await screen.shows(/☑ Look\n {2}▸ Mend\n {2}☐ Test/);
});

it('/exit says nothing of how to go on where nothing was said', async () => {
  const { screen } = await openScreen([]);
  await screen.shows('Context');
  screen.type('/exit', KEYS.enter);
  expect(await screen.exited).toBe(0);
  expect(screen.written()).not.toContain('To go on');
});

it('/exit leaves and says how to go on', async () => {
  const { screen } = await openScreen([ANSWER]);
  await say(screen, 'Hello');
  screen.type('/exit', KEYS.enter);
  expect(await screen.exited).toBe(0);
  await screen.shows(/Resume this conversation: helve -r \w+/);
});

it('a compaction that happens by itself is told of', async () => {
  const isSummary = (text: string) => text.includes('The window is filling up');
  const settings = { models: { 'claude-sonnet-5-5': { window: 20_000 } } };
  const long = { text: 'x'.repeat(8_000), usage: { input: 17_000 } };
  const { screen } = await openScreen(
    ({ text }, index) => (isSummary(text) ? { text: '## Goal' } : index === 0 ? long : ANSWER),
    { settings },
  );
  screen.type('the first words', KEYS.enter);
  await screen.shows('Context: 85%');
  await say(screen, 'and more');
  await screen.shows(/Context compressed: 85% → \d+%/);
});

describe('/sandbox', () => {
  it('shows what programs may do, and changes that for this conversation', async () => {
    const call = { calls: [{ name: 'Bash', input: { command: 'touch made' } }] };
    const { screen, server, home } = await openScreen([call, { text: 'Made.' }, call, { text: 'Denied.' }], {
      settings: { sandbox: 'auto', permissions: { allow: ['Edit(/srv/data/**)'] } },
      columns: 120,
    });
    onTestFinished(() => stopService(home));
    await screen.shows(/\| {2}sandbox$/m);
    screen.type('/sandbox show', KEYS.enter);
    await screen.shows(
      /sandbox +on: bubblewrap \(auto, [^]*programs +it can write to the project[^]*allow +Edit\(\/srv/,
    );
    screen.type('Make it', KEYS.enter);
    await screen.shows('Made.');
    screen.type('/sandbox off', KEYS.enter);
    await screen.shows(/sandbox +off \(\/sandbox\): programs run outside, after approval/);
    await screen.shows(/\| {2}no sandbox$/m);
    screen.type('Again', KEYS.enter);
    await screen.shows('Allow Bash?');
    screen.type('n');
    await screen.shows('Denied.');
    const describes = server.requests.map(({ text }) => text.includes('Programs run in a sandbox'));
    expect(describes).toEqual([true, true, false, false]);
    screen.type('/sandbox on', KEYS.enter);
    await screen.shows('No such setting. One of: auto, required, off.');
  });
});

it('the mode that the user chose survives /clear, and typing exit leaves', async () => {
  const { screen, server } = await openScreen([{ text: 'One.' }, { text: 'Two.' }]);
  screen.type('/mode plan', KEYS.enter);
  await screen.shows('Mode: plan');
  screen.type('Hello', KEYS.enter);
  await screen.shows('One.');
  screen.type('/clear', KEYS.enter);
  await screen.shows('New conversation.');
  screen.type('Again', KEYS.enter);
  await screen.shows('Two.');
  expect(server.requests.map(({ text }) => text.includes('Plan mode'))).toEqual([true, true]);
  screen.type('exit', KEYS.enter);
  expect(await screen.exited).toBe(0);
});

it('/config shows where a setting comes from and changes it, and /skills lists skills', async () => {
  const { screen, home } = await openScreen([], {
    files: { '.claude/skills/tidy/SKILL.md': '---\ndescription: Tidies up\n---\nTidy.' },
  });
  screen.type('/config retryMinutes 3', KEYS.enter);
  await screen.shows('Set retryMinutes');
  expect(JSON.parse(await readFile(join(home, 'settings.json'), 'utf8'))).toMatchObject({ retryMinutes: 3 });
  screen.type('/skills', KEYS.enter);
  await screen.shows(/\/tidy {2}Tidies up {2}you and the model/);
});
