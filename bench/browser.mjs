/** One command in a real browser: in this process, over MCP and as a process; and how large a page is as text. */
import { spawnSync } from 'node:child_process';
import { openHome } from './browser-home.mjs';
import { PAGES, servePages } from './browser-pages.mjs';
import { ratio, takeTurns } from './measure.mjs';

/** What the fastest of the others needs over MCP, in milliseconds; bench/peers.mjs measures them side by side. */
const OPERATIONS = [
  { name: 'text', line: 'text', tool: 'BrowserText', input: {}, atMost: 25 },
  { name: 'snapshot', line: 'snapshot', tool: 'BrowserSnapshot', input: {}, atMost: 13 },
  { name: 'click', line: 'click --selector "#send"', tool: 'BrowserClick', input: { selector: '#send' }, atMost: 26 },
  {
    name: 'fill',
    line: 'fill --selector "#i1" --value x --method paste --world isolated',
    tool: 'BrowserFill',
    input: { selector: '#i1', value: 'x' },
    atMost: 26,
  },
];

/**
 * Bytes of the smallest snapshots of others on these pages: of what can be acted on (agent-browser's -i), and of all
 * (chrome-devtools-mcp's, of the article agent-browser's).
 */
const SMALLEST = { form: [664, 1_301], article: [9_218, 20_129], big: [117_885, 75_646] };

export async function browserRows() {
  const pages = await servePages();
  const home = await openHome();
  const client = await home.mcp();
  try {
    const session = await home.open(pages.url('form'));
    const rows = [];
    for (const { name, line, tool, input, atMost } of OPERATIONS) {
      const [word, ...rest] = line.split(' ');
      const [library, mcp] = await takeTurns(
        [() => home.line(`${word} -s ${session} ${rest.join(' ')}`), () => client.call(tool, { session, ...input })],
        40,
      );
      rows.push(
        round(`browser ${name} in this process`, library, atMost),
        round(`browser ${name} over MCP`, mcp, atMost),
      );
    }
    const process_ = await takeTurns(
      [() => home.run('browser', 'text', '-s', session), () => spawnSync(process.execPath, ['-e', '0'])],
      15,
    );
    rows.push(ratio('browser text as a process', 'node -e 0', process_, 2));
    rows.push(await growth(home, pages));
    for (const page of PAGES) rows.push(...(await sizes(home, page, await home.open(pages.url(page)))));
    return rows;
  } finally {
    await client.close();
    await home.close();
    pages.close();
  }
}

/** The list of ten times as many elements may take about ten times as long. */
async function growth(home, pages) {
  const [few, many] = [await home.open(pages.url('few')), await home.open(pages.url('many'))];
  const list = (session) => () => home.line(`elements -s ${session}`);
  const times = await takeTurns([list(many), list(few)], 5);
  return ratio('browser elements of 10,000 buttons', '1,000 buttons', times, 14);
}

async function sizes(home, page, session) {
  const bytes = async (flags) =>
    Buffer.byteLength((await home.line(`snapshot -s ${session} --max-chars 1000000 ${flags}`)).data.tree);
  const [interactive, all] = SMALLEST[page];
  return [
    size(`snapshot -i of ${page}`, await bytes('--interactive-only'), interactive),
    size(`snapshot of ${page}`, await bytes(''), Math.floor(all * 0.7)),
  ];
}

function round(name, value, atMost) {
  return { name, value, unit: 'ms', against: 'fastest peer over MCP', atMost, detail: 'median of 40' };
}

function size(name, value, atMost) {
  return { name, value, unit: 'bytes', against: 'smallest peer', atMost, detail: '' };
}
