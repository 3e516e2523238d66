import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextBoundary, previousBoundary, snap } from './boundaries.ts';
import * as edits from './edits.ts';
import * as motions from './motions.ts';
import { rowDown, rowUp } from './rows.ts';
import {
  cleared,
  EMPTY_EDITOR,
  type EditorState,
  labelledText,
  moveTo,
  redo,
  setText,
  submission,
  undo,
} from './state.ts';

/** A text with `|` where the caret is. */
function at(text: string): EditorState {
  return moveTo(setText(EMPTY_EDITOR, text.replace('|', '')), text.indexOf('|'));
}

function show(state: EditorState): string {
  return labelledText({ ...state, text: `${state.text.slice(0, state.caret)}|${state.text.slice(state.caret)}` });
}

const ACTIONS = { ...edits, ...motions };
type Plain = {
  [Name in keyof typeof ACTIONS]: (typeof ACTIONS)[Name] extends (state: EditorState) => EditorState ? Name : never;
}[keyof typeof ACTIONS];

describe('editing', () => {
  it.each<readonly [Plain, string, string]>([
    ['deleteBack', 'ab|c', 'a|c'],
    ['deleteBack', '|abc', '|abc'],
    ['deleteBack', '한국|어', '한|어'],
    ['deleteBack', 'x👩‍👩‍👧|', 'x|'],
    ['deleteBack', 'e\u0301|', '|'],
    ['deleteBack', '🇰🇷🇯🇵|', '🇰🇷|'],
    ['deleteBack', 'a\n|b', 'a|b'],
    ['deleteForward', 'a|bc', 'a|c'],
    ['deleteForward', '|👨‍👩‍👧‍👦x', '|x'],
    ['deleteForward', 'a|\nb', 'a|b'],
    ['deleteWordBack', 'one two|', 'one |'],
    ['deleteWordBack', 'one two  |', 'one |'],
    ['deleteWordBack', 'one, |', '|'],
    ['deleteWordBack', '오늘 날씨가|', '오늘 |'],
    ['deleteWordBack', '今日は天気|', '今日は|'],
    ['deleteWordBack', 'one\n|two', '|two'],
    ['deleteWordForward', '|one two', '| two'],
    ['deleteWordForward', 'one| two', 'one|'],
    ['deleteToLineStart', 'a\nbc|d', 'a\n|d'],
    ['deleteToLineStart', 'a\n|b', 'a|b'],
    ['deleteToLineEnd', 'a|bc\nd', 'a|\nd'],
    ['deleteToLineEnd', 'a|\nd', 'a|d'],
    ['transpose', 'ab|c', 'acb|'],
    ['transpose', 'abc|', 'acb|'],
    ['transpose', '한국|', '국한|'],
    ['transpose', '|ab', '|ab'],
    ['transpose', 'a|', 'a|'],
    ['newline', 'a|b', 'a\n|b'],
    ['newline', '  - a|', '  - a\n  |'],
    ['newline', '  |  a', '  \n  |  a'],
    ['left', 'a한|b', 'a|한b'],
    ['left', 'a\n|b', 'a|\nb'],
    ['right', '|👍🏽b', '👍🏽|b'],
    ['right', 'b|', 'b|'],
    ['wordLeft', 'one two|', 'one |two'],
    ['wordLeft', 'src/ab.ts|', 'src/|ab.ts'],
    ['wordLeft', '東京都に行く|', '東京都に|行く'],
    ['wordRight', 'on|e two', 'one| two'],
    ['wordRight', 'one|, two', 'one, two|'],
    ['lineStart', 'a\nb c|', 'a\n|b c'],
    ['lineEnd', 'a|a\nb', 'aa|\nb'],
    ['textStart', 'a\nb|', '|a\nb'],
    ['textEnd', '|a\nb', 'a\nb|'],
  ])('%s of %j is %j', (name, before, after) => {
    expect(show(ACTIONS[name](at(before)))).toBe(after);
  });

  it('breaks the line in place of a backslash at its end', () => {
    const state = at('one\\|');
    const broken = edits.newlineAfterBackslash(state);
    expect(broken && show(broken)).toBe('one\n|');
    expect(broken && show(undo(broken))).toBe('one\\|');
    expect(edits.newlineAfterBackslash(at('one|'))).toBeUndefined();
    expect(edits.newlineAfterBackslash(at('a\\|b'))).toBeUndefined();
  });

  it('takes no control characters', () => {
    expect(edits.insert(EMPTY_EDITOR, 'a\x1b[31m\x00b\r\nc\td\u{100000}').text).toBe('ab\nc\td');
  });

  it('replaces what is selected', () => {
    expect(show(edits.insert({ ...at('one |two'), anchor: 0 }, 'x'))).toBe('x|two');
    expect(show(edits.deleteBack({ ...at('one |two'), anchor: 7 }))).toBe('one |');
  });
});

describe('undo', () => {
  it('takes back a word at a time, and what is deleted in a row at once', () => {
    let state = EMPTY_EDITOR;
    for (const character of 'one two') state = edits.insert(state, character);
    state = edits.deleteBack(edits.deleteBack(state));
    expect(state.text).toBe('one t');
    state = undo(state);
    expect(state.text).toBe('one two');
    state = undo(state);
    expect(show(state)).toBe('one|');
    state = undo(state);
    expect(state.text).toBe('');
    expect(redo(redo(redo(state))).text).toBe('one t');
    expect(redo(edits.insert(undo(redo(state)), 'x')).text).toBe('x');
  });

  it('takes what is typed elsewhere for another step', () => {
    const state = edits.insert(motions.textStart(edits.insert(EMPTY_EDITOR, 'b')), 'a');
    expect(undo(state).text).toBe('b');
  });
});

describe('cutting and putting back', () => {
  it('joins what is cut piece by piece', () => {
    const state = edits.deleteWordBack(edits.deleteWordBack(at('one two|')));
    expect(state.text).toBe('');
    expect(show(edits.yank(state))).toBe('one two|');
    expect(edits.yank(edits.deleteWordForward(edits.deleteWordForward(at('|a b')))).text).toBe('a b');
  });

  it('goes through what was cut before', () => {
    const first = edits.deleteToLineEnd(at('|one'));
    const second = edits.deleteToLineEnd(motions.textStart(edits.insert(first, 'two')));
    const put = edits.yank(second);
    expect(put.text).toBe('two');
    expect(edits.yankPop(put).text).toBe('one');
    expect(edits.yankPop(edits.yankPop(put)).text).toBe('two');
    expect(undo(edits.yankPop(put)).text).toBe('');
    expect(edits.yankPop(motions.left(put)).text).toBe('two');
  });
});

describe('attachments', () => {
  const long = Array.from({ length: 42 }, (_, index) => `line ${index}`).join('\n');
  const image = { mediaType: 'image/png', data: 'AAAA' };

  it('are chips, deleted as one and sent in full', () => {
    const state = edits.insert(edits.attachImage(edits.paste(at('see |'), long), image), ' ok');
    expect(show(state)).toBe('see [Pasted text #1 +42 lines][Image #1] ok|');
    expect(submission(state)).toEqual({
      text: `see ${long}[Image #1] ok`,
      images: [{ kind: 'image', number: 1, ...image }],
    });
    const without = [1, 2, 3, 4].reduce(edits.deleteBack, state);
    expect(show(without)).toBe('see [Pasted text #1 +42 lines]|');
    expect(submission(without).images).toEqual([]);
    expect(show(edits.attachImage(without, image))).toBe('see [Pasted text #1 +42 lines][Image #2]|');
    expect(show(motions.wordLeft(without))).toBe('see |[Pasted text #1 +42 lines]');
  });

  it('are made of pastes over ten lines or a thousand characters', () => {
    const lines = (count: number) => Array.from({ length: count }, () => 'x').join('\n');
    expect(edits.paste(EMPTY_EDITOR, lines(10)).text).toBe(lines(10));
    expect(show(edits.paste(EMPTY_EDITOR, lines(11)))).toBe('[Pasted text #1 +11 lines]|');
    expect(edits.paste(EMPTY_EDITOR, 'x'.repeat(1000)).text).toBe('x'.repeat(1000));
    expect(show(edits.paste(EMPTY_EDITOR, 'x'.repeat(1001)))).toBe('[Pasted text #1 +1001 characters]|');
  });

  it('stay what they are through another editor', () => {
    const state = edits.attachImage(at('see |'), image);
    const edited = setText(state, `${submission(state).text} and more`);
    expect(submission(edited)).toEqual({ text: 'see [Image #1] and more', images: submission(state).images });
    expect(edits.deleteBack(moveTo(edited, 6)).text).toBe('see  and more');
  });

  it('are text once their draft is gone, where they were cut', () => {
    const cut = edits.deleteToLineStart(edits.paste(EMPTY_EDITOR, long));
    expect(edits.yank(cleared(cut)).text).toBe(long);
  });
});

describe('after any edits', () => {
  const frame = { columns: 12, promptWidth: 2 };
  const plain = Object.keys(ACTIONS).filter(
    (name): name is Plain => !/insert|paste|attachImage|Backslash|caretRange/.test(name),
  );
  type Step = (state: EditorState) => EditorState;
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }).map(
      (text): Step =>
        (state) =>
          edits.insert(state, text),
    ),
    fc.constantFrom('👩‍👧', '\u0301', '\u200d', '한', '🇰', 'a b', '\n').map(
      (text): Step =>
        (state) =>
          edits.insert(state, text),
    ),
    fc.constant<Step>((state) => edits.paste(state, 'x'.repeat(1001))),
    fc.constantFrom(...plain).map((name): Step => ACTIONS[name]),
    fc.constant<Step>((state) => edits.newlineAfterBackslash(state) ?? state),
    fc.constantFrom<Step>(
      (state) => rowUp(state, frame) ?? state,
      (state) => rowDown(state, frame) ?? state,
    ),
    fc.constantFrom<Step>(undo, redo),
  );
  const steps = fc.array(step, { maxLength: 40 });

  it('the caret stands between characters', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const { text, caret } = taken.reduce((state, take) => take(state), EMPTY_EDITOR);
        expect(snap(text, caret)).toBe(caret);
        expect(previousBoundary(text, nextBoundary(text, caret))).toBe(
          caret === text.length ? previousBoundary(text, caret) : caret,
        );
      }),
      { numRuns: 500 },
    );
  });

  it('undo goes back to the start, and redo to the end', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const end = taken.reduce((state, take) => take(state), EMPTY_EDITOR);
        const isLatest = end.future.length === 0;
        const back = end.past.reduce(undo, end);
        expect(back.text).toBe('');
        const forth = back.future.reduce(redo, back);
        expect(isLatest ? forth.text : end.text).toBe(end.text);
      }),
      { numRuns: 500 },
    );
  });
});
