import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Key } from '../../keys/key.ts';
import { snap } from '../boundaries.ts';
import { insert, paste } from '../edits.ts';
import { layout } from '../layout.ts';
import { EMPTY_EDITOR, type EditorState, labelledText, moveTo, setText } from '../state.ts';
import { describeMode, VIM_INSERTING, type VimState, type VimStep } from './vim-state.ts';
import { vimKey } from './vim.ts';

const NORMAL: VimState = { mode: 'normal', typed: '' };

/** Types keys, `<esc>` and `<c-r>` among them, as the screen does: what vim does not want is typed. */
function type(keys: string, start: VimStep): VimStep {
  let step = start;
  for (const [said] of keys.matchAll(/<esc>|<c-r>|<bs>|[\s\S]/gu)) {
    const named: Readonly<Record<string, Key>> = {
      '<esc>': { name: 'escape' },
      '<c-r>': { name: 'r', ctrl: true },
      '<bs>': { name: 'backspace' },
    };
    const key = named[said] ?? { name: 'text', text: said };
    const typed = { ...step, editor: key.name === 'text' ? insert(step.editor, key.text) : step.editor };
    step = vimKey(step.vim, step.editor, key) ?? typed;
  }
  return step;
}

function at(text: string): EditorState {
  return moveTo(setText(EMPTY_EDITOR, text.replace('|', '')), text.indexOf('|'));
}

function after(keys: string, text: string): string {
  const { editor } = type(keys, { vim: NORMAL, editor: at(text) });
  return labelledText({ ...editor, text: `${editor.text.slice(0, editor.caret)}|${editor.text.slice(editor.caret)}` });
}

describe('vim', () => {
  it.each([
    // Motions
    ['h', 'ab|c', 'a|bc'],
    ['h', 'a\n|b', 'a\n|b'],
    ['<bs>', 'ab|c', 'a|bc'],
    ['l', '|abc', 'a|bc'],
    ['l', 'ab|c', 'ab|c'],
    ['5l', '|abc', 'ab|c'],
    ['l', '|👩‍👧한', '👩‍👧|한'],
    ['j', 'a|bc\nd\nefg', 'abc\n|d\nefg'],
    ['jj', 'ab|c\nd\nefg', 'abc\nd\nef|g'],
    ['k', 'ab\n|cd', '|ab\ncd'],
    ['2j', '|a\nb\nc', 'a\nb\n|c'],
    ['w', '|one two', 'one |two'],
    ['w', '|one.two', 'one|.two'],
    ['W', '|one.two x', 'one.two |x'],
    ['2w', '|a b c', 'a b |c'],
    ['w', '|a\n\nb', 'a\n|\nb'],
    ['w', '|東京都に行く', '東京|都に行く'],
    ['w', 'on|e', 'on|e'],
    ['b', 'one t|wo', 'one |two'],
    ['bb', 'one |two', '|one two'],
    ['B', 'a.b c.d|', 'a.b |c.d'],
    ['e', '|one two', 'on|e two'],
    ['ee', '|one two', 'one tw|o'],
    ['E', '|a.b c', 'a.|b c'],
    ['0', '  ab|c', '|  abc'],
    ['^', '  ab|c', '  |abc'],
    ['$', '|abc\nd', 'ab|c\nd'],
    ['gg', 'a\nb\n|c', '|a\nb\nc'],
    ['G', '|a\nb\n  c', 'a\nb\n  |c'],
    ['2G', '|a\nb\nc', 'a\n|b\nc'],
    ['fc', '|abcabc', 'ab|cabc'],
    ['2fc', '|abcabc', 'abcab|c'],
    ['fc;', '|abcabc', 'abcab|c'],
    ['fc;,', '|abcabc', 'ab|cabc'],
    ['tc', '|abcabc', 'a|bcabc'],
    ['tc;', '|abcabc', 'abca|bc'],
    ['Fa', 'abca|b', 'abc|ab'],
    ['Ta', 'xab|c', 'xa|bc'],
    ['Fx', 'ab|c', 'ab|c'],
    ['fz', '|abc', '|abc'],
    ['f한', '|abc한', 'abc|한'],
    ['^', '|\n\na', '|\n\na'],
    ['ge', 'one t|wo', 'on|e two'],
    ['2ge', 'a.b c|d', 'a|.b cd'],
    ['gE', 'a.b c|d', 'a.|b cd'],
    ['%', '|f(a, (b))', 'f(a, (b)|)'],
    ['%', 'f(a, (b)|)', 'f|(a, (b))'],
    ['%', 'n|o', 'n|o'],
    ['}', '|a\nb\n\nc', 'a\nb\n|\nc'],
    ['}', 'a\n|\nb', 'a\n\n|b'],
    ['{', 'a\n\nb\n|c', 'a\n|\nb\nc'],
    ['{', 'a\nb|c', '|a\nbc'],
    // Deleting
    ['d%', 'f|(a) x', 'f| x'],
    ['dge', 'one t|wo', 'on|o'],
    ['d}', 'a|b\nc\n\nd', '|a\n\nd'],
    ['d}', '|ab\nc\n\nd', '|\nd'],
    ['db', 'one\n|two', '|two'],
    ['dip', 'a\nb|c\nd\n\ne', '|\ne'],
    ['dap', 'a\n\nb|c\n\ne', 'a\n\n|e'],
    ['dap', 'a\n\n|bc', '|a'],
    ['d$', '|\na', '|\na'],
    ['x', 'a|bc', 'a|c'],
    ['3x', '|abcd', '|d'],
    ['x', 'ab|c', 'a|b'],
    ['x', '|', '|'],
    ['X', 'ab|c', 'a|c'],
    ['dw', '|one two', '|two'],
    ['dw', 'one |two\nthree', 'one| \nthree'],
    ['d2w', '|a b c', '|c'],
    ['2dw', '|a b c', '|c'],
    ['db', 'one |two', '|two'],
    ['de', '|one two', '| two'],
    ['d$', 'a|bc\nd', '|a\nd'],
    ['D', 'a|bc\nd', '|a\nd'],
    ['d0', 'ab|c', '|c'],
    ['dd', 'a\n|b\nc', 'a\n|c'],
    ['dd', 'a\n|b', '|a'],
    ['dd', '|a', '|'],
    ['2dd', '|a\nb\nc', '|c'],
    ['dj', '|a\nb\nc', '|c'],
    ['dk', 'a\n|b\nc', '|c'],
    ['dG', 'a\n|b\nc', '|a'],
    ['dgg', 'a\n|b\nc', '|c'],
    ['dfc', '|abcd', '|d'],
    ['dtc', '|abcd', '|cd'],
    ['dFa', 'abc|d', '|d'],
    ['dz', '|abc', '|abc'],
    ['diw', 'one t|wo three', 'one | three'],
    ['daw', 'one t|wo three', 'one |three'],
    ['daw', 'one t|wo', 'on|e'],
    ['diw', 'a |  b', 'a|b'],
    ['diW', 'x a.|b y', 'x | y'],
    ['di"', 'x "a|b" y', 'x "|" y'],
    ['di"', '|x "ab" y', 'x "|" y'],
    ['da"', 'x "a|b" y', 'x |y'],
    ["di'", "it '|a\\'b'", "it '|'"],
    ['di(', 'f(a, (b), |c)', 'f(|)'],
    ['di)', 'f(a, (|b), c)', 'f(a, (|), c)'],
    ['dab', 'f(a|)x', 'f|x'],
    ['di{', '{ a|b }', '{|}'],
    ['da[', 'x[1|]', '|x'],
    ['di<', '<a|b>', '<|>'],
    ['di(', 'no |brackets', 'no |brackets'],
    // Changing
    ['cwnew<esc>', '|one two', 'ne|w two'],
    ['cwnew<esc>', 'one |two', 'one ne|w'],
    ['cwy<esc>', '|x two', '|y two'],
    ['c2wx<esc>', '|one two three', '|x three'],
    ['ccnew<esc>', 'a\n  |b\nc', 'a\n  ne|w\nc'],
    ['Cnew<esc>', 'a|bc', 'ane|w'],
    ['Cnew<esc>', '|\na', 'ne|w\na'],
    ['chnew<esc>', '|ab', 'ne|wab'],
    ['cipx<esc>', 'a|b\nc\n\nd', '|x\n\nd'],
    ['Snew<esc>', 'a|bc', 'ne|w'],
    ['sx<esc>', 'a|bc', 'a|xc'],
    ['sx<esc>', '|', '|x'],
    ['ciwx<esc>', 'one t|wo', 'one |x'],
    ['ci(x<esc>', 'f(a|b)', 'f(|x)'],
    ['ci{x<esc>', 'f {\n  a|b\n  c\n}', 'f {\n  |x\n}'],
    ['di{', 'f {\n  a|b\n}', 'f {\n|}'],
    ['di{', 'f {|\n}', 'f {|}'],
    ['cwNEW<esc>', 'f(|x)=x', 'f(NE|W)=x'],
    ['cwy<esc>', '|x=1', '|y=1'],
    ['cWy<esc>', '|x=1 z', '|y z'],
    ['c2wy<esc>', '|a b c', '|y c'],
    ['r<bs>', 'a|bc', 'a|bc'],
    ['f<bs>l', 'a|bch', 'ab|ch'],
    ['2<bs>', 'ab|c', '|abc'],
    ['rx', 'a|bc', 'a|xc'],
    ['2rx', 'a|bc', 'ax|x'],
    ['9rx', 'a|bc', 'a|bc'],
    ['~', '|abc', 'A|bc'],
    ['2~', 'a|Bc', 'ab|C'],
    ['J', '|a\n  b', 'a| b'],
    ['3J', '|a\nb\nc', 'a b| c'],
    ['J', '|(a\n)', '(a|)'],
    // Inserting
    ['ix<esc>', 'a|b', 'a|xb'],
    ['ax<esc>', 'a|b', 'ab|x'],
    ['Ix<esc>', '  a|b', '  |xab'],
    ['Ax<esc>', '|ab', 'ab|x'],
    ['3ix<esc>', '|', 'xx|x'],
    ['ox<esc>', '  |a\nb', '  a\n  |x\nb'],
    ['Ox<esc>', '  |a', '  |x\n  a'],
    ['i한국<esc>', '|', '한|국'],
    // Copying and putting
    ['yyp', '|a\nb', 'a\n|a\nb'],
    ['yyP', 'a\n|b', 'a\n|b\nb'],
    ['ddp', '|a\nb', 'b\n|a'],
    ['Yjp', '|a\nb', 'a\nb\n|a'],
    ['yw$p', '|one two', 'one twoone| '],
    ['yiwP', 'one t|wo', 'one tw|otwo'],
    ['xp', '|ab', 'b|a'],
    ['x3p', '|ab', 'baa|a'],
    ['xp', '|👩‍👧b', 'b|👩‍👧'],
    ['ylvp', '|👩‍👧b', '|👩‍👧b'],
    ['yj$', '|ab\nc', 'a|b\nc'],
    ['vjyP', 'a|b\ncd', 'a|b\ncdb\ncd'],
    ['y2wwp', '|a b c', 'a ba b|  c'],
    // Undoing and repeating
    ['xxu', '|abc', '|bc'],
    ['xx2u', '|abc', '|abc'],
    ['xxuu<c-r>', '|abc', '|bc'],
    ['ione two three<esc>u', '|', '|'],
    ['cwnew words here<esc>u', '|one two', '|one two'],
    ['x.', '|abc', '|c'],
    ['dw.', '|a b c', '|c'],
    ['x2.', '|abcd', '|d'],
    ['cwx<esc>w.', '|one two', 'x |x'],
    ['Ax<esc>j.', '|a\nb', 'ax\nb|x'],
    ['dd.', '|a\nb\nc', '|c'],
    ['rxl.', '|abc', 'x|xc'],
    ['xu.', '|abc', '|bc'],
    // Selecting
    ['vd', 'a|bc', 'a|c'],
    ['xvld.', '|abcdefg', '|fg'],
    ['vlcXY<esc>w.', '|abc def', 'XYc X|Yf'],
    ['Vjdj.', '|a\nb\nc\nd\ne\nf', 'c\n|f'],
    ['vjdj0.', 'a|bc\ndef\nghi\njkl', 'af\n|l'],
    ['vl~w.', '|abc def', 'ABc |DEf'],
    ['vl~$.', '|abc', 'AB|C'],
    ['vld', '|abc', '|c'],
    ['vhd', 'ab|c', '|a'],
    ['vey$p', '|one two', 'one twoon|e'],
    ['viwd', 'one t|wo x', 'one | x'],
    ['vi(cx<esc>', 'f(a|b)', 'f(|x)'],
    ['Vd', 'a\n|b\nc', 'a\n|c'],
    ['Vjd', '|a\nb\nc', '|c'],
    ['v$~', '|abc', '|ABC'],
    ['vlrx', 'a|bcd', 'a|xxd'],
    ['Vjrx', 'a|b\ncd', '|xx\nxx'],
    ['viwU', 'one t|wo', 'one |TWO'],
    ['vu', '|ABC', '|aBC'],
    ['vipd', 'a\n|b\n\nc', '|\nc'],
    ['vjJ', '|a\nb', 'a| b'],
    ['vlod', 'a|bcd', 'a|d'],
    ['yiwwviwp', '|one two', 'one on|e'],
    ['vl<esc>x', '|abc', 'a|c'],
    ['vVd', 'a|b', '|'],
    ['vvx', '|ab', '|b'],
    // Unfinished
    ['d<esc>x', '|ab', '|b'],
    ['2<esc>x', '|abc', '|bc'],
  ])('%s in %j is %j', (keys, before, expected) => {
    expect(after(keys, before)).toBe(expected);
  });

  it('shows its mode and what was typed of a command', () => {
    const shown = (keys: string) => describeMode(type(keys, { vim: NORMAL, editor: at('|a b') }).vim);
    expect(['', '2d', 'i', 'v', 'V', 'i<esc>'].map(shown)).toEqual([
      '-- NORMAL --',
      '-- NORMAL -- 2d',
      '-- INSERT --',
      '-- VISUAL --',
      '-- VISUAL LINE --',
      '-- NORMAL --',
    ]);
  });

  it('begins in insert mode, and leaves keys to others there, and esc in normal mode', () => {
    expect(vimKey(VIM_INSERTING, at('|'), { name: 'text', text: 'x' })).toBeUndefined();
    expect(vimKey(VIM_INSERTING, at('|'), { name: 'enter' })).toBeUndefined();
    expect(vimKey(NORMAL, at('|'), { name: 'escape' })).toBeUndefined();
    expect(vimKey(NORMAL, at('|'), { name: 'enter' })).toBeUndefined();
    expect(after('', 'x|y')).toBe('x|y');
    expect(type('ab<esc>', { vim: VIM_INSERTING, editor: at('|') }).editor.caret).toBe(1);
    expect(type('one two three<esc>u', { vim: VIM_INSERTING, editor: EMPTY_EDITOR }).editor.text).toBe('');
  });

  it('takes several keys that came at once', () => {
    const step = vimKey(NORMAL, at('|one two'), { name: 'text', text: 'dwihello ' });
    expect([step?.editor.text, step?.vim.mode]).toEqual(['hello two', 'insert']);
  });

  it('shows what is selected, up to the caret', () => {
    const { editor } = type('wvel', { vim: NORMAL, editor: at('|one two three') });
    expect(layout(editor, { columns: 40, promptWidth: 0 }).rows[0]?.[1]).toEqual({
      text: 'two',
      style: { role: 'selected' },
    });
  });

  it('deletes an attachment as one, and puts it back', () => {
    const editor = moveTo(paste(at('a|b'), 'x\n'.repeat(20)), 1);
    const step = type('x$p', { vim: NORMAL, editor });
    expect(labelledText(step.editor)).toBe('ab[Pasted text #1 +20 lines]');
  });

  it('keeps the caret between characters, and undoes all, whatever is typed', () => {
    const keys = fc.array(
      fc.constantFrom(
        ...'hjklwbeWBE0^$GfFtT;,xXrsSdcyDCYpPuoOiaIAvVJ.~2 "('.split(''),
        '<esc>',
        '<c-r>',
        'gg',
        'iw',
        'a(',
        '한',
        '\n',
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(keys, (pressed) => {
        const start = { ...at('one "two" (three)\n\n  한국어 👩‍👧 e\u0301|nd'), past: [] };
        const { editor, vim } = type(`${pressed.join('')}<esc><esc><esc>`, { vim: NORMAL, editor: start });
        expect(vim.mode).toBe('normal');
        expect(snap(editor.text, editor.caret)).toBe(editor.caret);
        expect(type('u'.repeat(editor.past.length), { vim, editor }).editor.text).toBe(start.text);
      }),
      { numRuns: 500 },
    );
  });
});
