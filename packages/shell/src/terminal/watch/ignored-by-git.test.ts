import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GIT_ENV, openHostileRepository } from '@helve/processes/testing';
import { expect, it, onTestFinished } from 'vitest';
import { openWorkspace, textOf, waitFor } from '../../testing/workspace.ts';

it('watching a hostile repository asks git what is ignored without running any of its programs', async () => {
  const repository = openHostileRepository();
  onTestFinished(() => repository.remove());
  const workspace = await openWorkspace({}, GIT_ENV);
  const runs = join(workspace.dir, 'runs');
  const input = { command: `echo run >> '${runs}'`, maxRuns: 2, debounce: 20, timeoutSeconds: 60 };
  const watching = workspace.run('terminal watch', input, { cwd: repository.dir });
  await waitFor(async () => (await textOf(runs)) !== '');
  for (const name of ['x.log', 'sub/x.log', 'c.txt']) writeFileSync(join(repository.dir, name), 'changed');
  const { data } = await watching;
  expect(data).toMatchObject({ runs: [{ changed: [] }, { changed: ['c.txt'] }] });
  expect(repository.bait()).toBe('');
});
