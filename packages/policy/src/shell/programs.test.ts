import { expect, it } from 'vitest';
import { commonName, programNamed } from './programs.ts';

it('knows a program by its path, its version and its maker', () => {
  const names = ['/usr/bin/python3.11', 'python', 'gawk', 'gsed', 'bash5', 'node20', './x', 'awkward'];
  expect(names.map(commonName)).toEqual(['python', 'python', 'awk', 'sed', 'bash', 'node', 'x', 'awkward']);
});

it('knows nothing of other names, also of those that every object has', () => {
  for (const name of ['frobnicate', 'constructor', '__proto__', '']) expect(programNamed(name)).toEqual({});
});

it('lets no program that runs others count as reading, but for the checks of its own', () => {
  for (const name of ['env', 'command', 'find', 'fd', 'git', 'sudo', 'xargs', 'busybox', 'sh', 'parallel', 'ssh']) {
    expect([name, programNamed(name).reads === true]).toEqual([name, false]);
  }
});
