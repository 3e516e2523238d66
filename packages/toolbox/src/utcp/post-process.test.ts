import { describe, expect, it } from 'vitest';
import { createPostProcessor } from './post-process.ts';

const VALUE = { id: 1, secret: 'x', inner: [{ id: 2, secret: 'y', name: 'long name' }] };

describe('post-processing', () => {
  it.each<[string, object, unknown]>([
    ['drops keys', { exclude_keys: ['secret'] }, { id: 1, inner: [{ id: 2, name: 'long name' }] }],
    ['keeps only some keys, however deep', { only_include_keys: ['name'] }, { inner: [{ name: 'long name' }] }],
    ['leaves tools alone that it does not name', { exclude_keys: ['secret'], only_include_tools: ['b.*'] }, VALUE],
    ['leaves out tools that it excludes', { exclude_keys: ['secret'], exclude_manuals: ['a'] }, VALUE],
  ])('%s', (_, config, expected) => {
    expect(createPostProcessor({ tool_post_processor_type: 'filter_dict', ...config })(VALUE, 'a.tool')).toEqual(
      expected,
    );
  });

  it('cuts long texts', () => {
    const cut = createPostProcessor({ tool_post_processor_type: 'limit_strings', limit: 4 });
    expect(cut({ a: ['123456', 7] }, 'a.tool')).toEqual({ a: ['1234', 7] });
  });

  it('refuses what it does not know', () => {
    expect(() => createPostProcessor({ type: 'magic' })).toThrow('There is no post-processor "magic"');
  });
});
