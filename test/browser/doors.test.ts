import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { useBrowser } from '../kit/browser.ts';
import { DOORS, type Given, registry } from '../kit/doors.ts';
import { openSandbox } from '../kit/helve.ts';
import { usePages } from '../kit/pages.ts';
import { COUNTER, NEXT } from './pages.ts';

const home = useBrowser();
const pages = usePages({
  '/': `${COUNTER}<select><option>One<option>Two</select><input type="file"><script>
    document.modelContext.registerTool({ name: 'greet', description: 'Greet', execute: async ({ name }) => 'Hello ' + name });
  </script>`,
  '/next': NEXT,
  '/file': (_, response) => response.writeHead(200, { 'Content-Disposition': 'attachment' }).end('a'),
});
const commands = await registry.commands('browser');

/** Lines for commands whose first example needs another page; SESSION has one tab, at URL. */
const LINES: Readonly<Record<string, string>> = {
  'browser pair': 'helve browser pair --name another',
  'browser unpair': 'helve browser unpair --name none',
  'browser close': 'helve browser close --profile none',
  'browser tab close': 'helve browser tab close -s SESSION',
  'browser tab unpin': 'helve browser tab unpin -s SESSION',
  'browser session create': 'helve browser session create --label mine',
  'browser session bind': 'helve browser session bind -s SESSION --tab t1 --pacing fast',
  'browser navigate': 'helve browser navigate -s SESSION --url URLnext',
  'browser text': 'helve browser text -s SESSION --selector h1',
  'browser links': 'helve browser links -s SESSION --limit 1',
  'browser elements': 'helve browser elements -s SESSION --form',
  'browser dom': 'helve browser dom -s SESSION --selector h1',
  'browser inspect': 'helve browser inspect -s SESSION --selector h1 --properties display',
  'browser snapshot': 'helve browser snapshot -s SESSION',
  'browser scroll': 'helve browser scroll -s SESSION --direction down --pixels 800',
  'browser screenshot': 'helve browser screenshot -s SESSION --inline --selector h1',
  'browser click': "helve browser click -s SESSION --selector '#more'",
  'browser wait-human': 'helve browser wait-human -s SESSION',
  'browser hover': 'helve browser hover -s SESSION --element More',
  'browser drag': "helve browser drag -s SESSION --selector '#more' --to-selector h1",
  'browser fill': "helve browser fill -s SESSION --selector '[name=name]' --value Ada",
  'browser fill-form': `helve browser fill-form --json '{"fields":[{"target":{"selector":"[name=name]"},"value":"Ada"}]}' -s SESSION`,
  'browser select': 'helve browser select -s SESSION --selector select --option-text Two',
  'browser type': "helve browser type -s SESSION --selector '[name=name]' --text Ada",
  'browser press': "helve browser press -s SESSION --selector '#more' --key Enter",
  'browser upload': `helve browser upload -s SESSION --selector '[type=file]' --files '["a.txt"]'`,
  'browser download': 'helve browser download -s SESSION --url URLfile',
  'browser call-tool': `helve browser call-tool -s SESSION --name greet --input '{"name":"Ada"}'`,
  'browser wait': 'helve browser wait -s SESSION --strategy text --target Counter',
  'browser debug log': 'helve browser debug log -s SESSION --limit 1',
  'browser debug last': 'helve browser debug last --count 1',
  'browser debug audit': 'helve browser debug audit -s SESSION --limit 1',
};

/** What is done before, so that there is a history to walk. */
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  'helve browser back': ['navigate'],
  'helve browser forward': ['navigate', 'back'],
};

/** It starts a process that outlives the line: test/browser/launch.test.ts has it. */
const ELSEWHERE = ['browser launch'];

/** Their answer is an error, whatever is right. */
const REFUSES = ['browser require-human', 'browser unpair', 'browser pdf'];

function lineOf({ path, examples: [example = ''] }: (typeof commands)[number]): string {
  return LINES[path] ?? example.replace('abc234', 'SESSION').replace('https://example.com', 'URL');
}

/** What each door answers to the line, each in a session of its own. */
async function askAll(line: string): Promise<Readonly<Record<string, Given>>> {
  const answers: Record<string, Given> = {};
  for (const [name, run] of Object.entries(DOORS)) {
    const sandbox = await openSandbox({ 'a.txt': 'a' });
    sandbox.env.HELVE_HOME = home.home;
    const { session } = await home.open(`${pages.origin}/`);
    for (const action of BEFORE[line.split(' -s')[0] ?? ''] ?? []) {
      await home.data(action, { session, ...(action === 'navigate' ? { url: `${pages.origin}/next` } : {}) });
    }
    const said = line.replaceAll('SESSION', session).replace('URL', `${pages.origin}/`);
    const given = await run(sandbox, [said]);
    if (given) answers[name] = withoutChance(given);
    for (const { session: each } of (await home.data<{ sessions: { session: string }[] }>('session list')).sessions) {
      await home.data('session close', { session: each });
    }
  }
  return answers;
}

/** What differs from one call to the next. */
function withoutChance({ ok, data, error }: Given): Given {
  const text = JSON.stringify({ ok, data: data ?? null, error: error ?? null })
    .replaceAll(/"(session|id|pairingCode|at|file)":"[^"]*"/g, '"$1":"<$1>"')
    .replaceAll(
      /"(createdAt|pairingExpiresAt|loadTime|connectedAt|uptimeSec|elapsed|elapsedMs|receivedAt|timestamp|tab|waitedMs)":[\d.]+/g,
      '"$1":0',
    )
    .replaceAll(/"(?!images")[a-z2-7]{6}":\[/g, '"<session>":[');
  const given = JSON.parse(text);
  const { code, message } = given.error ?? {};
  return { ok, data: given.data, error: given.error && { code, message }, warnings: [] };
}

it('has no line for a command that does not exist', () => {
  expect(commands.map(({ path }) => path)).toEqual(expect.arrayContaining(Object.keys(LINES)));
});

describe('every door gives the same answer', () => {
  const tried = commands.filter(({ path }) => !ELSEWHERE.includes(path));
  it.each(tried.map((command) => [command.path, lineOf(command)] as const))('%s', async (path, line) => {
    const { line: first, ...others } = await askAll(line);
    expect(first).toMatchObject({ ok: !REFUSES.includes(path) });
    const { output } = await registry.get(path);
    const { entries = {} } = output as Partial<v.ObjectSchema<v.ObjectEntries, undefined>>;
    if (first?.ok) v.assert(v.strictObject(entries), first.data);
    expect(Object.keys(others)).toEqual(['terminal', 'batch', 'mcp']);
    for (const [door, answer] of Object.entries(others)) expect({ door, answer }).toEqual({ door, answer: first });
  });

  it.each([
    'helve browser text -s aaaaaa',
    "helve browser click -s SESSION --selector '#none'",
    'helve browser navigate',
  ])('also when it is an error: %s', async (line) => {
    const { line: first, ...others } = await askAll(line);
    expect(first).toMatchObject({ ok: false });
    for (const [door, answer] of Object.entries(others)) expect({ door, answer }).toEqual({ door, answer: first });
  });
});
