import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ensureToken, readToken, type TokenFile } from './token-file.ts';

const TOKEN = `${'0123456789abcdef'.repeat(4)}\n`;

function tokenFile(): TokenFile {
  const folder = mkdtempSync(join(tmpdir(), 'helve-token-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return { path: join(folder, 'home', 'token'), renew: 'and go on.' };
}

it('a token is made once, in a folder and a file that are their owner’s alone', () => {
  const file = tokenFile();
  const token = ensureToken(file);
  const home = join(file.path, '..');
  expect([ensureToken(file), readToken(file)]).toEqual([token, token]);
  expect(readFileSync(file.path, 'utf8')).toBe(`${token}\n`);
  expect([statSync(home).mode & 0o777, statSync(file.path).mode & 0o777]).toEqual([0o700, 0o600]);
  expect(readdirSync(home)).toEqual(['token']);
});

it.each<[string, (path: string) => void]>([
  ['it does not exist', () => {}],
  ['its mode is 644 instead of 600', (path) => chmodSync(written(path), 0o644)],
  ['its mode is 400 instead of 600', (path) => chmodSync(written(path), 0o400)],
  ['it belongs to another user', (path) => chownSync(written(path), 12_345, 12_345)],
  ['it is a symbolic link', (path) => symlinkSync(written(`${path}.real`), path)],
  ['it is not a regular file', (path) => mkdirSync(path)],
  ['it is not a regular file', (path) => execFileSync('mkfifo', ['-m', '600', path])],
  ['it does not contain a token', (path) => written(path, '')],
  ['it does not contain a token', (path) => written(path, TOKEN.slice(2))],
  ['it does not contain a token', (path) => written(path, TOKEN + TOKEN)],
])('a file is refused because %s', (why, spoil) => {
  const file = tokenFile();
  mkdirSync(join(file.path, '..'));
  spoil(file.path);
  expect(() => readToken(file)).toThrow(
    expect.objectContaining({
      code: 'INVALID_SETTINGS',
      message: `The token file ${file.path} cannot be trusted: ${why}`,
      hint: 'Remove it and go on.',
    }),
  );
});

function written(path: string, content = TOKEN): string {
  writeFileSync(path, content, { mode: 0o600 });
  return path;
}
