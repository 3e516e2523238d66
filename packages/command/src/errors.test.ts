import { expect, it } from 'vitest';
import { CommandError } from './errors.ts';
import { invalidValues } from './invalid-input.ts';
import { withDetails } from './with-details.ts';
import { parameter, worded } from './wording.ts';

const asTool = (name: string) => (name === 'oldText' ? 'old_string' : name);

it('shows flags, and to a tool the names that it has for parameters', () => {
  const error = new CommandError('STALE', worded`${parameter('oldText')} is ${2} lines`, {
    hint: worded`Leave ${parameter('expectHash')} out.`,
    details: { path: 'a' },
  });
  expect(error).toMatchObject({ message: '--old-text is 2 lines', hint: 'Leave --expect-hash out.' });
  expect(error.named(asTool)).toMatchObject({
    code: 'STALE',
    message: 'old_string is 2 lines',
    hint: 'Leave expectHash out.',
    details: { path: 'a' },
    cause: error,
  });
});

it('puts an example after the hint, and keeps it from tools', () => {
  const error = new CommandError('INVALID_INPUT', 'No.', { hint: 'Try it.', example: 'helve fs edit --path a' });
  expect(error.hint).toBe('Try it. For example: helve fs edit --path a');
  expect(error.named(asTool).hint).toBe('Try it.');
  const bare = new CommandError('INVALID_INPUT', 'No.', { example: 'helve fs edit --path a' });
  expect(bare.hint).toBe('For example: helve fs edit --path a');
  expect(bare.named(asTool).report()).toEqual({ code: 'INVALID_INPUT', message: 'No.', retry: 'conditional' });
});

it('words each problem of its details again', () => {
  const error = invalidValues([{ parameter: 'oldText', phrase: 'is missing' }]);
  expect(error.details).toEqual({ problems: [{ parameter: 'oldText', message: '--old-text is missing' }] });
  expect(error.named(asTool).details).toEqual({
    problems: [{ parameter: 'old_string', message: 'old_string is missing' }],
  });
});

it('is the same error for a tool where it names no parameter', () => {
  const error = new CommandError('NOT_FOUND', 'a does not exist', { hint: 'See: helve fs list' });
  expect(error.named(asTool)).toBe(error);
});

it('keeps its parameters when it is given more details', () => {
  const error = new CommandError('STALE', worded`${parameter('oldText')} is old`, { details: { path: 'a' } });
  const detailed = withDetails(error, { request: '1' });
  expect(detailed.details).toEqual({ path: 'a', request: '1' });
  expect(detailed.named(asTool).message).toBe('old_string is old');
});
