import { describe, expect, it } from 'vitest';
import { EMPTY_EDITOR, moveTo, setText } from './state.ts';
import { beginMention, mention, mentioned, replaceToken, type Token, tokenAt } from './token.ts';

const at = (text: string) => moveTo(setText(EMPTY_EDITOR, text.replace('|', '')), text.indexOf('|'));

describe('what is being typed at the caret', () => {
  it.each<readonly [string, Token | undefined]>([
    ['|', undefined],
    ['hello|', undefined],
    ['/|', { kind: 'command', name: '', start: 0, end: 1 }],
    ['/mo|', { kind: 'command', name: 'mo', start: 0, end: 3 }],
    ['/m|ode', { kind: 'command', name: 'mode', start: 0, end: 5 }],
    ['/mode |', { kind: 'command', name: 'mode', argument: '', start: 6, end: 6 }],
    ['/model cla|ude x', { kind: 'command', name: 'model', argument: 'claude x', start: 7, end: 15 }],
    ['|/mode', undefined],
    ['/usr/bin|', undefined],
    ['see /mode|', undefined],
    ['@|', { kind: 'path', query: '', start: 0, end: 1 }],
    ['see @src/ed|', { kind: 'path', query: 'src/ed', start: 4, end: 11 }],
    ['see @sr|c/ed.ts now', { kind: 'path', query: 'sr', start: 4, end: 14 }],
    ['see @"my do|cs" now', { kind: 'path', query: 'my do', start: 4, end: 14 }],
    ['see @"a \\"q|\\" b" now', { kind: 'path', query: 'a "q', start: 4, end: 16 }],
    ['see @"my do|', { kind: 'path', query: 'my do', start: 4, end: 11 }],
    ['(@한|', { kind: 'path', query: '한', start: 1, end: 3 }],
    ['/review @src|', { kind: 'path', query: 'src', start: 8, end: 12 }],
    ['!cat @src|', { kind: 'path', query: 'src', start: 5, end: 9 }],
    ['@a/@b|', { kind: 'path', query: 'a/@b', start: 0, end: 5 }],
    ['me@example.org|', undefined],
    ['see @src |', undefined],
    ['!ls -l|', { kind: 'shell', line: 'ls -l', start: 1, end: 6 }],
    ['#use tabs|', { kind: 'note', line: 'use tabs', start: 1, end: 9 }],
    ['|!ls', undefined],
    ['a !ls|', undefined],
  ])('%j', (text, token) => {
    expect(tokenAt(at(text))).toEqual(token);
  });
});

describe('taking a proposal', () => {
  function take(text: string, proposal: string, space = false): string {
    const state = at(text);
    const token = tokenAt(state);
    const taken = token ? replaceToken(state, token, proposal, { space }) : state;
    return `${taken.text.slice(0, taken.caret)}|${taken.text.slice(taken.caret)}`;
  }

  it.each([
    ['see @sr| now', mention('src/a.ts'), true, 'see @src/a.ts |now'],
    ['see @sr|', mention('src/a.ts'), true, 'see @src/a.ts |'],
    ['see @sr|', mention('src/'), false, 'see @src/|'],
    ['see @"my d|', mention('my docs/a.md'), true, 'see @"my docs/a.md" |'],
    ['see @q|', mention('a "q" b'), true, 'see @"a \\"q\\" b" |'],
    ['see @w|', mention('what?'), true, 'see @"what?" |'],
    ['see @.gi|', beginMention('.github/'), false, 'see @.github/|'],
    ['see @my|', beginMention('my docs/'), false, 'see @"my docs/|'],
    ['/mo|', '/model', true, '/model |'],
    ['/model cl|', 'claude', false, '/model claude|'],
  ])('%j with %j', (text, proposal, space, after) => {
    expect(take(text, proposal, space)).toBe(after);
  });
});

it.each([
  ['see @a.ts, @b.ts and (@c.ts).', ['a.ts', 'b.ts', 'c.ts']],
  ['请看 @src/app.ts，然后看@b.ts。再（@c.ts）', ['src/app.ts', 'b.ts', 'c.ts']],
  ['@日本語.md、@人々.md', ['日本語.md', '人々.md']],
  [`看${mention('注，意.md')}`, ['注，意.md']],
  ['me@example.org and @a.ts again @a.ts', ['a.ts']],
  [`${mention('my docs/a.md')} ${mention('a "q" \\ b')} ${mention('what?')}`, ['my docs/a.md', 'a "q" \\ b', 'what?']],
])('what %j mentions', (text, paths) => {
  expect(mentioned(text)).toEqual(paths);
});
