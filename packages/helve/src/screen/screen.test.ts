import { expect, it } from 'vitest';
import { parsePrintFlags } from '../print/flags.ts';
import { NO_FLAGS } from './screen.ts';

it('no flags are the same for the screen as for print mode', () => {
  expect(NO_FLAGS).toEqual(parsePrintFlags([]));
});
