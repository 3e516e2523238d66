import { bash } from './bash.ts';
import { commandTool } from './command-tool.ts';
import { todo } from './todo.ts';
import type { ModelTool } from './tool.ts';

/** What a model is offered from the first request on. Names and parameters are those that models know best. */
export const CORE_TOOLS: readonly ModelTool[] = [
  commandTool('fs read', {
    name: 'Read',
    set: 'core',
    guidance: 'Reads a file with line numbers, or an image or PDF.',
    rename: { path: 'file_path' },
    only: ['path', 'offset', 'limit'],
    defaults: { lineNumbers: true },
  }),
  commandTool('fs write', {
    name: 'Write',
    set: 'core',
    guidance: 'Writes a whole file and makes its folders.',
    rename: { path: 'file_path' },
    only: ['path', 'content'],
  }),
  commandTool('fs edit', {
    name: 'Edit',
    set: 'core',
    guidance: 'Replaces text in a file. Read it first; old_string must be exact, without line numbers.',
    rename: { path: 'file_path', oldText: 'old_string', newText: 'new_string', replaceAll: 'replace_all' },
    only: ['path', 'oldText', 'newText', 'replaceAll'],
    needs: ['oldText', 'newText'],
  }),
  commandTool('fs find', {
    name: 'Glob',
    set: 'core',
    guidance: 'Finds files by name.',
    rename: { query: 'pattern' },
    only: ['query', 'path'],
  }),
  commandTool('fs grep', {
    name: 'Grep',
    set: 'core',
    guidance: 'Searches the content of files.',
    rename: { query: 'pattern', include: 'glob', output: 'output_mode' },
    only: ['query', 'path', 'include', 'ignoreCase', 'context', 'output'],
  }),
  bash,
  todo,
];
