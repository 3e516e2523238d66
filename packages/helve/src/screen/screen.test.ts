import { expect, it } from 'vitest';
import { readScreenFlags } from '../print/flags.ts';
import { NO_FLAGS } from './screen.ts';

it('no flags are the same for the screen as for print mode', async () => {
  expect(await readScreenFlags([])).toEqual(NO_FLAGS);
});
