import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asked } from '../kit/asked.ts';
import { KEYS, openScreen, showHelve } from '../kit/screen.ts';

const ANSWER = { text: 'Understood.' };

// One pixel.
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('@', () => {
  it('finds files by their letters, and the model gets the text of the one that is chosen', async () => {
    const files = { 'src/parser/tokens.ts': 'export const TOKENS = 1;\n', 'src/other.ts': '', 'README.md': '' };
    const { screen, server } = await openScreen([ANSWER], { files });
    screen.type('Look at @sptok');
    await screen.shows('❯ src/parser/tokens.ts');
    screen.type(KEYS.enter);
    await screen.shows(/> Look at @src\/parser\/tokens\.ts \n?/);
    screen.type('please', KEYS.enter);
    await screen.shows('Understood.');
    const { text } = await asked(server, 0);
    expect(text).toContain('Look at @src/parser/tokens.ts please');
    expect(text).toContain('export const TOKENS = 1;');
    // The user sees what they typed, not what was made of it.
    expect((await screen.window()).join('\n')).not.toContain('TOKENS');
  });

  it('offers names with spaces in quotes, and esc leaves what is typed', async () => {
    const { screen, server } = await openScreen([ANSWER], { files: { 'my notes.txt': 'remember the milk\n' } });
    screen.type('@my');
    await screen.shows('❯ my notes.txt');
    screen.type(KEYS.escape);
    await screen.showsNoMore('❯');
    await screen.shows('> @my');
    screen.type(' x', KEYS.ctrl('u'), '@my');
    await screen.shows('❯ my notes.txt');
    screen.type(KEYS.tab);
    await screen.shows('> @"my notes.txt"');
    screen.type(KEYS.enter);
    await screen.shows('Understood.');
    expect((await asked(server, 0)).text).toContain('remember the milk');
  });

  it('is completed with tab as far as names begin alike, and letters from their middle stay', async () => {
    const { screen } = await openScreen([], { files: { 'src/alpha.ts': '', 'src/alpine.ts': '' } });
    screen.type('see @src');
    await screen.shows('❯ src/alpha.ts');
    screen.type(KEYS.tab);
    await screen.shows(/> see @src\/alp\n/);
    screen.type(KEYS.ctrl('c'), '@pts');
    await screen.shows('❯ src/alpha.ts');
    screen.type(KEYS.tab, KEYS.end);
    await screen.shows(/> @pts\n❯ src\/alpha\.ts/);
    screen.type(KEYS.down, KEYS.enter);
    await screen.shows('> @src/alpine.ts ');
  });

  it('is completed with tab beside a paste that is folded, which stays', async () => {
    const files = { 'src/abc1.ts': '', 'src/abc2.ts': '' };
    const { screen, server } = await openScreen([ANSWER], { files });
    screen.type(KEYS.paste('pasted line\n'.repeat(30)), ' see @src/a');
    await screen.shows('src/abc2.ts');
    screen.type(KEYS.tab);
    await screen.shows('> [Pasted text #1 +30 lines] see @src/abc');
    screen.type('1.ts ', KEYS.enter);
    await screen.shows('Understood.');
    expect(server.requests[0]?.text).toContain('pasted line');
  });

  it('may have words and marks right behind it, where the language writes no spaces', async () => {
    const { screen, server } = await openScreen([ANSWER], { files: { 'a.ts': 'the first', 'b.ts': 'the second' } });
    screen.type('看@a.ts，和 @b.ts를 봐 ', KEYS.enter);
    await screen.shows('Understood.');
    expect(server.requests[0]?.text).toMatch(/the first[^]*<file path=.{0,3}b\.ts.{0,3}>[^]*the second/);
  });

  it('offers names with quotes so that they are understood', async () => {
    const { screen, server } = await openScreen([ANSWER], { files: { 'a "q" b.txt': 'remember the milk\n' } });
    screen.type('@q');
    await screen.shows('❯ a "q" b.txt');
    screen.type(KEYS.enter);
    await screen.shows('> @"a \\"q\\" b.txt"');
    screen.type(KEYS.enter);
    await screen.shows('Understood.');
    expect((await asked(server, 0)).text).toContain('remember the milk');
  });

  it('leads to hidden files and out of the project, folder by folder', async () => {
    const { screen, server } = await openScreen([ANSWER], {
      files: { '.github/workflows/ci.yml': 'on: push\n', 'src/a.ts': '', '.gitignore': 'out\n', 'out/b.ts': '' },
    });
    screen.type('@.gith');
    await screen.shows('❯ .github/');
    screen.type(KEYS.enter);
    await screen.shows('❯ .github/workflows/');
    screen.type(KEYS.tab);
    await screen.shows('❯ .github/workflows/ci.yml');
    screen.type(KEYS.tab);
    await screen.shows('> @.github/workflows/ci.yml ');
    screen.type('and @./out/');
    await screen.shows('❯ ./out/b.ts');
    screen.type(KEYS.enter, KEYS.enter);
    await screen.shows('Understood.');
    expect((await asked(server, 0)).text).toContain('on: push');
  });

  it('gives the names in a folder, says what is gone, and leaves alone what was pasted', async () => {
    const { screen, server, dir } = await openScreen([ANSWER], {
      rows: 60,
      files: { 'src/parser.ts': '', 'gone.txt': '', 'kept.txt': 'not to be sent\n' },
    });
    screen.type('See @src and @go');
    await screen.shows('❯ gone.txt');
    await rm(join(dir, 'gone.txt'));
    screen.type(KEYS.enter, KEYS.paste('@kept.txt\n'.repeat(30)), KEYS.enter);
    await screen.shows('gone.txt is not attached');
    await screen.shows('Understood.');
    const { text } = await asked(server, 0);
    expect(text).toContain('parser.ts');
    expect(text).not.toContain('not to be sent');
  });

  it('says that only so many are sent along', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `f${index}.txt`);
    const { screen, server } = await openScreen([ANSWER], {
      files: Object.fromEntries(names.map((name) => [name, `text of ${name}\n`])),
    });
    screen.type(names.map((name) => `@${name}`).join(' '), ' please', KEYS.enter);
    await screen.shows('Only the first 10 files are attached.');
    await screen.shows('Understood.');
    const { text } = await asked(server, 0);
    expect([text.includes('text of f9.txt'), text.includes('text of f10.txt')]).toEqual([true, false]);
  });

  it('says what it could not read, and an address is no file', async () => {
    const { screen, server, dir } = await openScreen([ANSWER], {
      files: { 'secret.txt': 'hidden\n' },
      settings: { permissions: { deny: ['Read(secret.txt)'] } },
    });
    await mkdir(join(dir, 'folder'));
    screen.type('Ask me@example.org about @secret.txt and @nothing', KEYS.enter);
    await screen.shows('Understood.');
    await screen.shows('secret.txt is not attached');
    const { text } = await asked(server, 0);
    expect(text).toContain('Ask me@example.org about @secret.txt and @nothing');
    expect(text).not.toContain('hidden');
  });
});

describe('an image', () => {
  const image = { type: 'base64', media_type: 'image/png', data: PNG };

  it.each<[string, (dir: string) => string]>([
    ['that is named', () => '@shot.png '],
    ['whose path is pasted', (dir) => KEYS.paste(join(dir, 'shot.png'))],
    ['whose path is pasted in quotes', (dir) => KEYS.paste(`'${join(dir, 'a shot.png')}'`)],
    ['that is dropped with backslashes', (dir) => KEYS.paste(`${join(dir, 'a\\ shot.png')} `)],
    ['that is dropped right behind a word', (dir) => `this:${KEYS.paste(join(dir, 'shot.png'))}`],
    ['that is dropped as an address', (dir) => KEYS.paste(`file://${join(dir, 'a%20shot.png')}`)],
  ])('%s is sent as an image', async (_, keys) => {
    const { screen, server, dir } = await openScreen([ANSWER]);
    for (const name of ['shot.png', 'a shot.png']) await writeFile(join(dir, name), Buffer.from(PNG, 'base64'));
    screen.type('What is ', keys(dir));
    await screen.shows(/shot\.png/);
    screen.type(KEYS.enter);
    await screen.shows('Understood.');
    expect((await asked(server, 0)).images).toEqual([image]);
  });

  it('in the clipboard is pasted with ctrl+v and sent', async () => {
    const { screen, server, dir } = await openScreen([ANSWER], { env: { PATH: `./bin:${process.env.PATH}` } });
    await mkdir(join(dir, 'bin'));
    await writeFile(join(dir, 'shot.png'), Buffer.from(PNG, 'base64'));
    await writeFile(
      join(dir, 'bin/xclip'),
      '#!/bin/sh\ncase "$*" in *image/png*) cat shot.png ;; *) exit 1 ;; esac\n',
      {
        mode: 0o755,
      },
    );
    screen.type('See ', KEYS.ctrl('v'));
    await screen.shows('> See [Image #1]');
    screen.type(' there', KEYS.enter);
    await screen.shows('Understood.');
    const { text, images } = await asked(server, 0);
    expect([text.includes('See [Image #1] there'), images]).toEqual([true, [image]]);
  });

  it('in a message that waits comes back with it on alt+up, and is sent then', async () => {
    let end = () => {};
    const hold = new Promise<void>((resolve) => (end = resolve));
    const { screen, server, dir } = await openScreen([{ text: ['One ', 'moment.'], hold }, ANSWER], {
      env: { PATH: `./bin:${process.env.PATH}` },
    });
    await mkdir(join(dir, 'bin'));
    await writeFile(join(dir, 'shot.png'), Buffer.from(PNG, 'base64'));
    await writeFile(join(dir, 'bin/xclip'), '#!/bin/sh\ncat shot.png\n', { mode: 0o755 });
    screen.type('Begin', KEYS.enter);
    await screen.shows('One');
    screen.type('See ', KEYS.ctrl('v'));
    await screen.shows('> See [Image #1]');
    screen.type(KEYS.ctrl('q'));
    await screen.shows('↳ after this turn: See [Image #1]');
    screen.type('\x1b[1;3A');
    await screen.showsNoMore('↳');
    await screen.shows(/> See \[Image #\d\]/);
    end();
    await screen.showsNoMore('esc to stop');
    screen.type(' there', KEYS.enter);
    await screen.shows('Understood.');
    const { text, images } = await asked(server, 1);
    expect([/See \[Image #\d\] there/.test(text), images]).toEqual([true, [image]]);
  });

  it('that was sent comes back with its message, but not into another process', async () => {
    const sandbox = await openScreen([ANSWER, ANSWER], { env: { PATH: `./bin:${process.env.PATH}` } });
    const { screen, server, dir } = sandbox;
    await mkdir(join(dir, 'bin'));
    await writeFile(join(dir, 'shot.png'), Buffer.from(PNG, 'base64'));
    await writeFile(join(dir, 'bin/xclip'), '#!/bin/sh\ncat shot.png\n', { mode: 0o755 });
    screen.type('See ', KEYS.ctrl('v'));
    await screen.shows('> See [Image #1]');
    screen.type(' there', KEYS.enter);
    await screen.shows('Understood.');
    await screen.showsNoMore('esc to stop');
    screen.type(KEYS.up, ' again', KEYS.enter);
    await screen.shows(/there again[^]*Understood\./);
    expect((await asked(server, 1)).images).toContainEqual(image);
    screen.type(KEYS.ctrl('d'));
    expect(await screen.exited).toBe(0);
    const second = showHelve(sandbox);
    await second.shows('Context');
    second.type(KEYS.up);
    await second.shows(/> See {2}there again\n/);
  });

  it('that is not in the clipboard is said', async () => {
    const { screen } = await openScreen([ANSWER], { env: { PATH: '/nowhere' } });
    screen.type('typed', KEYS.ctrl('v'));
    await screen.shows('The clipboard has no image.');
    await screen.shows('> typed');
  });
});

describe('!', () => {
  it('shows the last lines that a command prints while it runs, and all of them once when it is over', async () => {
    const { screen, dir } = await openScreen([], { columns: 40, rows: 12 });
    const command = "seq 1 7; printf '\\033[31mred\\rRED\\n'; until [ -e go ]; do sleep 0.02; done; echo over";
    screen.type(`!${command}`, KEYS.enter);
    await screen.shows(/\n {2}4\n {2}5\n {2}6\n {2}7\n {2}RED\n\n?> /);
    expect(await screen.window()).not.toContain('  3');
    screen.type('typed meanwhile');
    await screen.shows('> typed meanwhile');
    await writeFile(join(dir, 'go'), '');
    await screen.shows('  over');
    const rows = await screen.everything();
    const shown = ['1', '2', '3', '4', '5', '6', '7', 'over'];
    expect(rows.filter((row) => shown.includes(row.trim())).map((row) => row.trim())).toEqual(shown);
  });

  it('says what a command left in the background', async () => {
    const { screen } = await openScreen([]);
    screen.type('!sleep 1000 > /dev/null & echo begun', KEYS.enter);
    await screen.shows(/ {2}begun\n\nRunning in the background: sleep 1000 \(\d+\)\n/);
    const pid = Number(/sleep 1000 \((\d+)\)/.exec((await screen.window()).join('\n'))?.[1]);
    process.kill(pid);
  });

  it('shows how a line goes on that is longer than the window', async () => {
    const { screen } = await openScreen([], { columns: 40, rows: 12 });
    screen.type("!printf '%0300d-end' 0; sleep 1000", KEYS.enter);
    await screen.shows(/\n {2}0{38}\n {2}0+-end\n/);
    screen.type(KEYS.escape);
    await screen.shows('Stopped: ');
  });

  it('runs a command, shows what it gives, and tells the model with the next prompt', async () => {
    const { screen, server } = await openScreen([ANSWER], { files: { 'a.txt': 'one\ntwo\n' } });
    screen.type('!cat a.txt; exit 3', KEYS.enter);
    await screen.shows(/! cat a\.txt; exit 3\n {2}one\n {2}two\n {2}exit code 3/);
    screen.type('What was that?', KEYS.enter);
    await screen.shows('Understood.');
    const said = JSON.stringify(server.requests[0]?.body.messages);
    expect(said).toContain('$ cat a.txt; exit 3\\none\\ntwo');
    expect(said).toContain('What was that?');
  });

  it('tells the model how long output begins and ends, and where all of it is', async () => {
    const { screen, server } = await openScreen([ANSWER]);
    screen.type('!echo the beginning; seq 1 5000; echo the end', KEYS.enter);
    await screen.shows('... and 4982 more lines (ctrl+o)');
    screen.type('And?', KEYS.enter);
    await screen.shows('Understood.');
    expect((await asked(server, 0)).text).toMatch(
      /\nthe beginning\n1\n[^]*left out\. All of it: [^]*\n5000\nthe end\n/,
    );
  });

  it('says that there are many more lines where not all are kept', async () => {
    const { screen } = await openScreen([]);
    screen.type('!seq 1 100000', KEYS.enter);
    await screen.shows(/ {2}5\n {2}\.\.\. and many more lines \(ctrl\+o\)\n[^]* {2}100000\n/);
  });

  it('shows of a bar that is drawn again and again its last state', async () => {
    const { screen, server } = await openScreen([ANSWER]);
    screen.type("!printf '10%%\\r50%%\\r100%%\\ndone\\n'", KEYS.enter);
    await screen.shows(/\n {2}100%\n {2}done\n/);
    screen.type('And?', KEYS.enter);
    await screen.shows('Understood.');
    expect((await asked(server, 0)).text).toContain('\n100%\ndone');
  });

  it('goes on in the next line behind a backslash, as in a shell', async () => {
    const { screen } = await openScreen([]);
    screen.type('!echo one\\', KEYS.enter, 'more', KEYS.enter);
    await screen.shows(/\n {2}onemore\n/);
  });

  it('is one at a time: a second one is kept in the input until the first is over', async () => {
    const { screen, dir } = await openScreen([]);
    screen.type('!until [ -e go ]; do sleep 0.02; done; echo over', KEYS.enter);
    await screen.shows('runs (esc to stop)');
    screen.type('!echo second', KEYS.enter);
    await screen.shows(/is still running/);
    await screen.shows('> !echo second');
    await writeFile(join(dir, 'go'), '');
    await screen.shows('  over');
    await screen.showsNoMore('runs (esc to stop)');
    screen.type(KEYS.enter);
    await screen.shows(/! echo second\n {2}second/);
  });

  it('says how to stop it also where the command has no room', async () => {
    const { screen } = await openScreen([], { columns: 40, rows: 12 });
    screen.type('!sleep 1000; echo one two three four five six seven', KEYS.enter);
    await screen.shows(/! sleep 1000[^\n]*… runs \(esc to stop\)/);
    screen.type(KEYS.escape);
    await screen.shows('Stopped: sleep 1000');
  });

  it('shows that it runs, and esc stops it with all that it began', async () => {
    const { screen, dir } = await openScreen([]);
    screen.type('!echo so far; echo $$ > pid; sleep 1000', KEYS.enter);
    await screen.shows('! echo so far; echo $$ > pid; sleep 1000 runs (esc to stop)');
    await expect.poll(() => readFile(join(dir, 'pid'), 'utf8').catch(() => '')).toMatch(/\d+\n/);
    screen.type(KEYS.escape);
    await screen.shows('Stopped: echo so far; echo $$ > pid; sleep 1000');
    await screen.shows(/sleep 1000\n {2}so far\n/);
    await screen.showsNoMore('esc to stop');
    const pid = Number(await readFile(join(dir, 'pid'), 'utf8'));
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('#', () => {
  it('adds a note to the project, which the model is told', async () => {
    const { screen, server, dir } = await openScreen([ANSWER], { files: { 'AGENTS.md': '# Rules\n' } });
    screen.type('#use tabs', KEYS.enter);
    await screen.shows('Remember "use tabs"');
    screen.type(KEYS.enter);
    await screen.shows('Noted in');
    expect(await readFile(join(dir, 'AGENTS.md'), 'utf8')).toContain('use tabs');
    screen.type('Go on', KEYS.enter);
    await screen.shows('Understood.');
    expect(server.requests[0]?.text).toContain('The user asks you to remember: use tabs');
  });

  it('alone adds nothing', async () => {
    const { screen } = await openScreen([]);
    screen.type('#', KEYS.enter);
    await screen.shows('Type the note after the #.');
  });

  it('is what was typed again where the user leaves', async () => {
    const { screen } = await openScreen([]);
    screen.type('#use tabs', KEYS.enter);
    await screen.shows('Remember "use tabs"');
    screen.type(KEYS.escape);
    await screen.shows('> #use tabs');
  });
});

it('a line of helve is run and not sent', async () => {
  const { screen, server } = await openScreen([], { files: { 'a.txt': 'hello\n' } });
  screen.type('helve fs read --path a.txt', KEYS.enter);
  await screen.shows(/> helve fs read --path a\.txt[^]*hello/);
  screen.type('helve fs raed', KEYS.enter);
  await screen.shows(/fs read/);
  expect(server.requests).toEqual([]);
});
