import { expect, it } from 'vitest';
import { CommandError } from './errors.ts';
import { invalidValues } from './invalid-input.ts';
import { namedError } from './named.ts';
import { withDetails } from './with-details.ts';
import { call, ifOffered, type Names, parameter, worded } from './wording.ts';

const asTool: Names = {
  parameter: (name) => (name === 'oldText' ? 'old_string' : name),
  offers: (name) => name !== 'timeout',
  call: (path, input) => `${path} as a tool ${JSON.stringify(input)}`,
};

it('shows flags, and to a tool the names that it has for parameters', () => {
  const error = new CommandError('STALE', worded`${parameter('oldText')} is ${2} lines`, {
    hint: worded`Leave ${parameter('expectHash')} out.`,
    details: { path: 'a' },
  });
  expect(error).toMatchObject({ message: '--old-text is 2 lines', hint: 'Leave --expect-hash out.' });
  expect(namedError(error, asTool)).toMatchObject({
    code: 'STALE',
    message: 'old_string is 2 lines',
    hint: 'Leave expectHash out.',
    details: { path: 'a' },
    cause: error,
  });
});

it('names another call as a command line, and to a tool as a tool', () => {
  const hint = worded`Try ${call('fs read', { path: "a b's", lineNumbers: true, limit: 2, only: ['x'] })}.`;
  const error = new CommandError('NOT_FOUND', 'No.', { hint });
  expect(error.hint).toBe(`Try helve fs read --path "a b's" --line-numbers --limit 2 --only '["x"]'.`);
  const input = `{"path":"a b's","lineNumbers":true,"limit":2,"only":["x"]}`;
  expect(namedError(error, asTool).hint).toBe(`Try fs read as a tool ${input}.`);
  // A door inside another one leaves calls for the outer one to name.
  const inner = namedError(error, { parameter: String, offers: () => true });
  expect(namedError(inner, asTool).hint).toBe(`Try fs read as a tool ${input}.`);
});

it('leaves out what a caller cannot give', () => {
  const hint = worded`Ask for less${ifOffered('timeout', worded`, or raise ${parameter('timeout')}`)}.`;
  const error = new CommandError('TIMEOUT', 'No.', { hint });
  expect(error.hint).toBe('Ask for less, or raise --timeout.');
  expect(namedError(error, asTool).hint).toBe('Ask for less.');
});

it('puts an example after the hint, and keeps it from tools', () => {
  const error = new CommandError('INVALID_INPUT', 'No.', { hint: 'Try it.', example: 'helve fs edit --path a' });
  expect(error.hint).toBe('Try it. For example: helve fs edit --path a');
  expect(namedError(error, asTool).hint).toBe('Try it.');
  const bare = new CommandError('INVALID_INPUT', 'No.', { example: 'helve fs edit --path a' });
  expect(bare.hint).toBe('For example: helve fs edit --path a');
  expect(namedError(bare, asTool).report()).toEqual({ code: 'INVALID_INPUT', message: 'No.', retry: 'conditional' });
});

it('words each problem of its details again', () => {
  const error = invalidValues([{ parameter: 'oldText', phrase: 'is missing' }]);
  expect(error.details).toEqual({ problems: [{ parameter: 'oldText', message: '--old-text is missing' }] });
  expect(namedError(error, asTool).details).toEqual({
    problems: [{ parameter: 'old_string', message: 'old_string is missing' }],
  });
});

it('is the same error for a tool where it names no parameter', () => {
  const error = new CommandError('NOT_FOUND', 'a does not exist', { hint: 'See: helve fs list' });
  expect(namedError(error, asTool)).toBe(error);
});

it('keeps its parameters when it is given more details', () => {
  const error = new CommandError('STALE', worded`${parameter('oldText')} is old`, { details: { path: 'a' } });
  const detailed = withDetails(error, { request: '1' });
  expect(detailed.details).toEqual({ path: 'a', request: '1' });
  expect(namedError(detailed, asTool).message).toBe('old_string is old');
});
