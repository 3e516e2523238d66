import { beforeAll, expect, it } from 'vitest';
import { findMarks, loadMarks } from './marks.ts';

beforeAll(loadMarks);

it.each([
  ['**"quoted"**는 그렇다', ['strong "quoted"', 'text 는 그렇다']],
  ['**한국어(Korean)**은', ['strong 한국어(Korean)', 'text 은']],
  ['이것은**(중요)**입니다', ['text 이것은', 'strong (중요)', 'text 입니다']],
  ['**「東京」**は*『本』*を', ['strong 「東京」', 'text は', 'em 『本』', 'text を']],
  ['**100%**은 **완료!**라고', ['strong 100%', 'text 은 ', 'strong 완료!', 'text 라고']],
  ['"**는 중요**" 그리고 **단어**, 끝', ['text "', 'strong 는 중요', 'text " 그리고 ', 'strong 단어', 'text , 끝']],
  ['**bold** 2 * 3 * 4 and *em*', ['strong bold', 'text  2 * 3 * 4 and ', 'em em']],
  ['`**"a"**는` stays', ['codespan **"a"**는', 'text  stays']],
])('%s', (text, pieces) => {
  const tokens = findMarks(text);
  expect(tokens.map((token) => `${token.type} ${'text' in token ? String(token.text) : ''}`)).toEqual(pieces);
  expect(tokens.map(({ raw }) => raw).join('')).toBe(text);
});
