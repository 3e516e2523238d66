import { describe, expect, it } from 'vitest';
import { ToolIndex } from './rank-tools.ts';

const TOOLS = [
  { name: 'weather.getForecast', description: 'The weather of the next days', tags: ['weather'] },
  { name: 'files.read_file', description: 'Reads a file', tags: ['files', 'read'] },
  { name: 'files.write_file', description: 'Writes a file', tags: ['files'] },
  { name: 'mail.send', description: 'Sends a mail, with files', tags: [] },
];

function search(query: string, options = {}) {
  return new ToolIndex(TOOLS).search(query, options).map(({ name }) => name);
}

describe('searching tools', () => {
  it.each<[string, string | undefined]>([
    ['forecast', 'weather.getForecast'],
    ['read file', 'files.read_file'],
    ['READ', 'files.read_file'],
    ['fore', 'weather.getForecast'],
    ['files.write_file', 'files.write_file'],
    ['send mails', 'mail.send'],
    ['mailing', 'mail.send'],
    ['show the forecasts', 'weather.getForecast'],
    ['nothing of the kind', undefined],
  ])('finds for %j the best first', (query, name) => {
    expect(search(query)[0]).toBe(name);
  });

  it('gives all for an empty query, within the limit and the tags', () => {
    expect(search('', { limit: 2 })).toEqual(['weather.getForecast', 'files.read_file']);
    expect(search('', { anyOfTags: ['FILES'] })).toEqual(['files.read_file', 'files.write_file']);
  });

  it('forgets tools that are removed', () => {
    const index = new ToolIndex(TOOLS);
    index.removeAll(({ name }) => name.startsWith('files.'));
    expect(index.search('file').map(({ name }) => name)).toEqual(['mail.send']);
  });
});
