import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempHome } from '../testing/temp-home.ts';
import { ContentStore } from './content-store.ts';

const bytes = (letter: string, count = 100) => Buffer.from(letter.repeat(count));

describe('the store of contents', () => {
  it('keeps what is the same once, for its owner alone', async () => {
    const home = await tempHome();
    const store = new ContentStore(home);
    const [first, second] = [await store.keep(bytes('a'), 1000), await store.keep(bytes('a'), 2000)];
    expect(second).toBe(first);
    expect(await readdir(join(home, 'snapshots'))).toEqual([first]);
    expect(await store.read(first)).toEqual(bytes('a'));
    expect((await stat(join(home, 'snapshots', first))).mode & 0o777).toBe(0o600);
  });

  it('lets the oldest go when it takes too much room', async () => {
    const store = new ContentStore(await tempHome(), { total: 250 });
    const kept = [];
    for (const [index, letter] of ['a', 'b', 'c', 'd'].entries()) {
      // The first is needed again, which makes the second the oldest.
      if (letter === 'c') await store.keep(bytes('a'), 50_000);
      kept.push(await store.keep(bytes(letter), 10_000 * (index + 1)));
    }
    const found = await Promise.all(kept.map(async (hash) => (await store.read(hash)) !== undefined));
    expect(found).toEqual([true, false, false, true]);
  });

  it('gives nothing that is not what it was', async () => {
    const home = await tempHome();
    const store = new ContentStore(home);
    const hash = await store.keep(bytes('a'), 1000);
    await writeFile(join(home, 'snapshots', hash), 'broken');
    expect(await store.read(hash)).toBeUndefined();
  });
});
