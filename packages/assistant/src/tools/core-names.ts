import { inWords, type Names, type Tool } from '@helve/command';
import { namedByTool } from '@helve/doors';

/** Commands that a model is offered from the first request on. Names and parameters are those that models know best. */
export const CORE_COMMANDS = {
  'fs read': {
    name: 'Read',
    set: 'core',
    guidance: 'Reads a file with line numbers, or an image or PDF.',
    rename: { path: 'file_path' },
    only: ['path', 'offset', 'limit'],
    defaults: { lineNumbers: true },
  },
  'fs write': {
    name: 'Write',
    set: 'core',
    guidance: 'Writes a whole file and creates its folders.',
    rename: { path: 'file_path' },
    only: ['path', 'content'],
  },
  'fs edit': {
    name: 'Edit',
    set: 'core',
    guidance: 'Replaces text in a file. Read it first; old_string must be exact, without line numbers.',
    rename: { path: 'file_path', oldText: 'old_string', newText: 'new_string', replaceAll: 'replace_all' },
    only: ['path', 'oldText', 'newText', 'replaceAll'],
    needs: ['oldText', 'newText'],
  },
  'fs find': {
    name: 'Glob',
    set: 'core',
    guidance: 'Finds files by name.',
    rename: { query: 'pattern' },
    only: ['query', 'path'],
  },
  'fs grep': {
    name: 'Grep',
    set: 'core',
    guidance: 'Searches the content of files.',
    rename: { query: 'pattern', include: 'glob', output: 'output_mode' },
    only: ['query', 'path', 'include', 'ignoreCase', 'context', 'output'],
  },
} as const satisfies Readonly<Record<string, Tool>>;

/** How errors name another call: as one of these tools, or else as a line for Bash. */
export const nameCall: NonNullable<Names['call']> = namedByTool(
  new Map<string, Tool>(Object.entries(CORE_COMMANDS)),
  (path, input) => `Bash ${JSON.stringify({ command: inWords([{ call: path, input }]) })}`,
);
