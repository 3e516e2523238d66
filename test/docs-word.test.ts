import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSandbox } from './kit/helve.ts';

const PAGE = join(import.meta.dirname, '../docs/security.md');

it('helve docs lists the pages for users', async () => {
  const { helve } = await openSandbox();
  const { code, stdout } = await helve(['docs']);
  expect({ code, topics: stdout.match(/^[\w-]+(?= {2,})/gm) }).toMatchObject({
    code: 0,
    topics: expect.arrayContaining(['assistant', 'browser', 'clients', 'security']),
  });
  expect(stdout).not.toContain('architecture');
});

it('helve docs prints a page as Markdown when it is piped', async () => {
  const { helve } = await openSandbox();
  expect((await helve(['docs', 'security'])).stdout).toBe(await readFile(PAGE, 'utf8'));
});

it('helve docs sets a page for a terminal, through the pager', async () => {
  const { helveOnTerminal, env } = await openSandbox();
  env.PAGER = 'sed "s/^/paged: /"';
  const { stdout } = await helveOnTerminal(['docs', 'security']);
  expect(stdout).toMatch(/^paged: .*Security/m);
  expect(stdout).not.toContain('# Security');
});

it('helve docs suggests the topic that was meant', async () => {
  const { helve } = await openSandbox();
  const { code, stdout } = await helve(['docs', 'securty']);
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 1, error: { hint: 'Did you mean security?' } });
});
