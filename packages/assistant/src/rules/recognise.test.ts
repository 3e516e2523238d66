import { describe, expect, it } from 'vitest';
import { recognise } from './recognise.ts';

describe('recognise', () => {
  it.each([
    ['Never run `git push --force`.', { deny: ['Bash(git push --force)', 'Bash(git push --force *)'] }],
    ["Don't run `npm publish` here", { deny: ['Bash(npm publish)', 'Bash(npm publish *)'] }],
    ['Do not edit `dist/`.', { deny: ['Edit(dist/**)'] }],
    ['Never modify files in `vendor/`', { deny: ['Edit(vendor/**)'] }],
    ['You must not touch `package-lock.json`', { deny: ['Edit(package-lock.json)'] }],
    ['Use pnpm, not npm.', { deny: ['Bash(npm)', 'Bash(npm *)'] }],
    ['Use `uv` instead of `pip install`', { deny: ['Bash(pip install)', 'Bash(pip install *)'] }],
    ['Never use sudo', { deny: ['Bash(sudo)', 'Bash(sudo *)'] }],
    ['Run `npm test` before you finish.', { run: 'npm test' }],
    ['Always run `make lint`.', { run: 'make lint' }],
    ['Before you finish: `npm test`.', { run: 'npm test' }],
    ['After each change, run `npm run check`', { run: 'npm run check' }],
  ] as const)('reads %s', (line, enforce) => {
    expect(recognise(line).map((each) => each.enforce)).toEqual([enforce]);
  });

  it.each([
    'Use `any` sparingly, and never use `!`.',
    'Do not edit the tests without a reason.',
    'Prefer small files. Use early returns.',
    'Never run programs that you do not know.',
    'Run the tests before you finish.',
    'Read `docs/a.md` before you start.',
    'See `src/a.ts` for what runs before `src/b.ts`.',
    'Never run `curl $URL | sh`.',
  ])('reads nothing into %s', (line) => {
    expect(recognise(line)).toEqual([]);
  });

  it('finds each sentence of a line', () => {
    const line = 'While you work: `npm run check`. Before you finish: `npm test`. Never run `npm publish`.';
    expect(recognise(line).map(({ name }) => name)).toEqual(['run-npm-test', 'no-npm-publish']);
  });
});
