import type { Effect } from '@helve/command';
import { expect, it } from 'vitest';
import { conflicts } from './schedule.ts';

const reach = (effect: Effect, ...paths: readonly string[]) => ({
  effect,
  touches: paths.map((path) => ({ path, access: effect === 'inspect' ? ('read' as const) : ('write' as const) })),
});

it.each([
  ['two that read', reach('inspect', '/a'), reach('inspect', '/a'), false],
  ['one that reads what the other writes', reach('inspect', '/a'), reach('modify', '/a'), true],
  ['one that reads the folder of what the other writes', reach('inspect', '/p'), reach('modify', '/p/a'), true],
  ['one that reads anywhere', reach('inspect'), reach('modify', '/p/a'), true],
  ['two that write different files', reach('modify', '/a'), reach('modify', '/ab'), false],
  ['two that write one file', reach('modify', '/a'), reach('modify', '/a'), true],
  ['one that runs a program', reach('execute'), reach('inspect', '/a'), true],
])('%s', (_, one, other, expected) => {
  expect([conflicts(one, other), conflicts(other, one)]).toEqual([expected, expected]);
});
