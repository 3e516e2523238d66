import { describe, expect, it } from 'vitest';
import { ACTION_NAMES, ACTIONS, type KeyContext } from './actions.ts';
import { KeyDecoder } from './decoder.ts';
import { createKeymap, DEFAULT_KEYMAP, type Keymap, keysOf, meaningOf } from './keymap.ts';
import { describeKey, parseKey } from './key-name.ts';

function meaning(bytes: string, context: KeyContext = 'input', keymap: Keymap = DEFAULT_KEYMAP, begun?: string) {
  const decoder = new KeyDecoder();
  const [key] = [...decoder.feed(bytes), ...decoder.flush()];
  return key && meaningOf(keymap, context, key, begun);
}

describe('the default keys', () => {
  it.each([
    ['\r', 'input', 'submit'],
    ['\x1b\r', 'input', 'newline'],
    ['\x1b[13;2u', 'input', 'newline'],
    ['\n', 'input', 'newline'],
    ['\x17', 'input', 'deleteWordBack'],
    ['\x1b\x7f', 'input', 'deleteWordBack'],
    ['\x1b[1;5D', 'input', 'wordLeft'],
    ['\x1f', 'input', 'undo'],
    ['\x1b', 'input', 'stop'],
    ['\x1b', 'popup', 'close'],
    ['\r', 'popup', 'choose'],
    ['\x1b[A', 'popup', 'previous'],
    ['\x7f', 'popup', 'deleteBack'],
    ['\x1b[B', 'prompt', 'next'],
    ['\x03', 'prompt', 'cancel'],
  ] as const)('%j in the %s is %s', (bytes, context, action) => {
    expect(meaning(bytes, context)).toEqual({ action });
  });

  it('leave text and the keys of other places alone', () => {
    expect(meaning('y')).toBeUndefined();
    expect(meaning('\x7f', 'prompt')).toBeUndefined();
  });

  it('do one thing each, in each place', () => {
    const places = ACTION_NAMES.flatMap((action) =>
      ACTIONS[action].contexts.flatMap((context) => ACTIONS[action].keys.map((key) => `${context} ${key}`)),
    );
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
  });

  it('are written as they are described', () => {
    for (const { keys } of DEFAULT_KEYMAP.bindings) {
      for (const written of keys) {
        const key = parseKey(written);
        expect('problem' in key ? key : describeKey(key)).toBe(written);
      }
    }
  });

  it('may be two, one after the other', () => {
    expect(meaning('\x18')).toEqual({ begun: 'ctrl+x' });
    expect(meaning('\x05', 'input', DEFAULT_KEYMAP, 'ctrl+x')).toEqual({ action: 'externalEditor' });
    expect(meaning('\x05')).toEqual({ action: 'lineEnd' });
    expect(meaning('\x01', 'input', DEFAULT_KEYMAP, 'ctrl+x')).toBeUndefined();
  });
});

describe('a user’s own keys', () => {
  it('take the place of what they did', () => {
    const { keymap, problems } = createKeymap({ 'Ctrl+P': 'pickModel', 'alt+h t': 'tasks', 'ctrl+t': 'none' });
    expect(problems).toEqual([]);
    expect(meaning('\x10', 'input', keymap)).toEqual({ action: 'pickModel' });
    expect(meaning('\x10', 'popup', keymap)).toEqual({ action: 'previous' });
    expect(meaning('\x14', 'input', keymap)).toBeUndefined();
    expect(meaning('\x1bh', 'input', keymap)).toEqual({ begun: 'alt+h' });
    expect(meaning('t', 'input', keymap, 'alt+h')).toEqual({ action: 'tasks' });
    expect(keysOf(keymap, 'pickModel')).toEqual(['ctrl+p', 'alt+p']);
    expect(keysOf(keymap, 'up')).toEqual(['up']);
  });

  it('may take the first key of a pair for themselves, or begin a pair with a key that did something', () => {
    expect(meaning('\x18', 'input', createKeymap({ 'ctrl+x': 'undo' }).keymap)).toEqual({ action: 'undo' });
    expect(meaning('\x0b', 'input', createKeymap({ 'ctrl+k ctrl+s': 'submit' }).keymap)).toEqual({ begun: 'ctrl+k' });
  });

  it.each([
    [{ 'ctrl+k': 'deleteToLinEnd' }, 'there is no action "deleteToLinEnd"; did you mean deleteToLineEnd?'],
    [{ 'ctrl+k': 3 }, 'the value must be the name of an action'],
    [{ 'contrl+k': 'undo' }, 'there is no modifier "contrl"; did you mean control?'],
    [{ 'ctrl+entre': 'undo' }, 'there is no key "entre"; did you mean enter?'],
    [{ 'ctrl+한': 'undo' }, 'there is no key "한"'],
    [{ k: 'undo' }, 'k types itself; bind it with ctrl or alt'],
    [{ 'ctrl+a ctrl+b ctrl+c': 'undo' }, 'at most two keys can follow each other'],
    [{ 'ctrl+k': 'undo', 'ctrl+k ctrl+s': 'submit' }, 'it cannot be told from ctrl+k, which you bound to undo'],
  ])('%j is told: %s', (own, problem) => {
    const { keymap, problems } = createKeymap(own);
    expect(problems).toMatchObject([{ keys: Object.keys(own).at(-1), problem }]);
    expect(meaning('\r', 'input', keymap)).toEqual({ action: 'submit' });
  });

  it('lists what there is where they are bound to what there is not', () => {
    const [wrong] = createKeymap({ 'ctrl+k': 'fly' }).problems;
    expect(wrong?.actions).toEqual([...ACTION_NAMES, 'none']);
    expect(createKeymap({ k: 'undo' }).problems[0]?.actions).toBeUndefined();
  });

  it('may be a plus', () => {
    expect(meaning('\x1b+', 'input', createKeymap({ 'alt++': 'yank' }).keymap)).toEqual({ action: 'yank' });
  });
});
