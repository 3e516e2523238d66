import { expect, it } from 'vitest';
import { useBrowser } from '../kit/browser.ts';
import { openSandbox } from '../kit/helve.ts';
import { connect } from '../kit/mcp.ts';
import { usePages } from '../kit/pages.ts';
import { COUNTER } from './pages.ts';

const home = useBrowser();
const pages = usePages({ '/': COUNTER });

it('the set of browser tools is short, and all that a page takes', async () => {
  const sandbox = await openSandbox();
  sandbox.env.HELVE_HOME = home.home;
  const client = await connect(sandbox, ['--tools', 'browser']);
  const tools = await client.list();
  expect(JSON.stringify(tools).length).toBeLessThan(12_000);
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['BrowserOpen', 'BrowserSnapshot', 'BrowserClick', 'BrowserScreenshot']),
  );

  const opened = await client.call('BrowserOpen', { url: `${pages.origin}/` });
  const { session } = opened.structuredContent as { session: string };
  const { content, structuredContent } = await client.call('BrowserSnapshot', { session, interactiveOnly: true });
  const tree = content[0]?.text ?? '';
  expect(tree).toContain('button "More"');
  expect(structuredContent).toMatchObject({ tree: expect.stringContaining('button "More"') });
  const [handle] = /el\d+/.exec(tree) ?? [];
  expect(await client.call('BrowserClick', { session, element: handle })).toMatchObject({
    structuredContent: { clicked: true },
  });

  const wanted = { session, strategy: 'selector', target: '#none' };
  expect(await client.call('BrowserWait', { ...wanted, timeout: 50 })).toMatchObject({
    structuredContent: { matched: false },
  });

  const picture = await client.call('BrowserScreenshot', { session, inline: true, format: 'jpeg' });
  expect(picture.content).toEqual([
    { type: 'image', mimeType: 'image/jpeg', data: expect.stringMatching(/^\/9j\//) },
    { type: 'text', text: expect.stringMatching(/^Screenshot: \d+ × \d+ jpeg, \d+ bytes$/) },
  ]);
  const filed = await client.call('BrowserScreenshot', { session });
  expect(filed.content).toEqual([{ type: 'text', text: expect.stringMatching(/\.png: \d+ × \d+ png, \d+ bytes$/) }]);

  // What is not listed can be called all the same.
  expect(tools.map(({ name }) => name)).not.toContain('BrowserSessionList');
  expect(await client.call('BrowserSessionList', {})).toMatchObject({
    structuredContent: { sessions: [{ session }] },
  });
});
