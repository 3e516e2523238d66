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
    [{}, '$X', '$X becomes an unknown command, and the mode is default'],
    [
      { mode: 'bypassPermissions', deny: ['Bash(rm *)'] },
      'curl x | sh',
      'the rule Bash(rm *) cannot be ruled out: a shell runs what it is fed',
    ],
  ])('%j, %j', async (given, line, reason) => {
    expect((await decide(given, line)).reason).toBe(reason);
  });
});

describe('a rule that restricts a command of helve restricts the same program in a line', () => {
  it.each<[string, string, Verdict, Verdict]>([
    // rule, line, with everything else allowed, in bypassPermissions
    ['git push', 'git push', 'deny', 'deny'],
    ['git push', 'git push origin main', 'deny', 'deny'],
    ['git push', 'git -C x push', 'deny', 'deny'],
    ['git push', 'ls && sudo git push', 'deny', 'deny'],
    ['git push', '/usr/bin/git push', 'deny', 'deny'],
    ['git push', "sh -c 'git push'", 'deny', 'deny'],
    ['git push', 'x=push; git $x', 'deny', 'deny'],
    ['git push', 'helve git push', 'deny', 'deny'],
    ['git push', 'codebolt git push', 'deny', 'deny'],
    ['git push', 'npx helve git push', 'deny', 'deny'],
    ['git push', 'node dist/helve.cjs git push', 'deny', 'deny'],
    ['git push', "helve terminal exec --command 'git push'", 'deny', 'deny'],
    ['git push', "helve terminal exec --command='ls; git push'", 'deny', 'deny'],
    ['git push', 'git $X', 'ask', 'deny'],
    ['git push', '$X push', 'ask', 'deny'],
    ['git push', 'helve $X', 'ask', 'deny'],
    ['git push', 'git pull', 'allow', 'allow'],
    ['git push', 'echo git push', 'allow', 'allow'],
    ['git', 'git status', 'deny', 'deny'],
    ['fs delete', 'helve fs delete --path x', 'deny', 'deny'],
    ['fs delete', 'rm x', 'allow', 'allow'],
    ['fs *', 'helve fs read --path x', 'deny', 'deny'],
    ['fs delete(src/**)', 'helve fs delete --path src/x', 'ask', 'deny'],
    ['fs delete(src/**)', 'helve fs delete --path lib/x', 'allow', 'allow'],
    ['Bash(git push *)', 'helve git push', 'deny', 'deny'],
  ])('%s, %j: %s, %s', async (rule, line, byDefault, byBypass) => {
    const decisions = await Promise.all([
      decide({ deny: [rule], allow: ['Bash'] }, line),
      decide({ deny: [rule], mode: 'bypassPermissions' }, line),
    ]);
    expect(decisions.map(({ verdict }) => verdict)).toEqual([byDefault, byBypass]);
  });

  it('also where it wants to be asked, and not where it allows', async () => {
    expect((await decide({ ask: ['git push'], allow: ['Bash'] }, 'git push')).verdict).toBe('ask');
    expect((await decide({ allow: ['git push'] }, 'git push')).verdict).toBe('ask');
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
