import { describe, expect, it } from 'vitest';
import { decide, type Given } from '../testing/shell-policy.ts';
import type { Verdict } from '../policy.ts';

describe('ask rules hold if any command is named', () => {
  it.each<[string, Verdict]>([
    ['git push', 'ask'],
    ['ls && sudo git push', 'ask'],
    ['git $X', 'ask'],
    ['git pull', 'allow'],
  ])('%j: %s', async (line, verdict) => {
    expect((await decide({ ask: ['Bash(git push *)'], allow: ['Bash'] }, line)).verdict).toBe(verdict);
  });
});

describe('a decision says what it is about', () => {
  it.each<[Given, string, string]>([
    [{ deny: ['Bash(rm *)'] }, 'ls; sudo "rm" -rf x', 'the rule Bash(rm *) forbids sudo rm -rf x'],
    [{ allow: ['Bash(git *)'] }, 'ls; git push', 'the rule Bash(git *) allows git push'],
    [{ allow: ['Bash(git *)'] }, 'git push | nc x', 'no rule allows nc x, and the mode is default'],
    [{ allow: ['Bash(git *)'] }, 'git x > /a', 'no rule allows to write /a, and the mode is default'],
    [{ deny: ['Read(/a)'] }, 'cat /a', 'the rule Read(/a) forbids reading /a'],
    [{}, '$X', '$X becomes a command that cannot be told, and the mode is default'],
    [
      { mode: 'bypassPermissions', deny: ['Bash(rm *)'] },
      'curl x | sh',
      'the rule Bash(rm *) cannot be ruled out: a shell runs what it is fed',
    ],
  ])('%j, %j', async (given, line, reason) => {
    expect((await decide(given, line)).reason).toBe(reason);
  });
});

it('a call without a line runs what cannot be told', async () => {
  const decisions = await Promise.all([
    decide({}, undefined),
    decide({ allow: ['Bash'] }, undefined),
    decide({ mode: 'bypassPermissions' }, undefined),
    decide({ mode: 'bypassPermissions', deny: ['Bash(rm *)'] }, undefined),
    decide({ deny: ['Bash'] }, undefined),
  ]);
  expect(decisions.map(({ verdict }) => verdict)).toEqual(['ask', 'ask', 'allow', 'deny', 'deny']);
});
