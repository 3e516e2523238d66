import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { type Command, defineCommand, text, url } from '@helve/command';
import { decide, requestFor } from './judge-call.ts';
import { createPolicy } from './create.ts';
import type { Mode } from '@helve/command/line';
import type { Verdict } from './policy.ts';
import { proposeRules } from './propose.ts';
import { parseRule } from './rule.ts';

const fetchPage: Command = defineCommand({
  path: 'web fetch',
  summary: 'Fetches',
  effect: 'execute',
  input: v.object({ url: url('Where') }),
  output: v.string(),
  examples: [],
  run: async () => async () => '',
});

const callTool: Command = defineCommand({
  path: 'mcp execute',
  summary: 'Calls',
  effect: 'execute',
  input: v.object({ tool: text('Which') }),
  subject: ({ tool }) => ({ sameAs: [`fs ${tool}`], names: [`mcp__fs__${tool}`] }),
  output: v.string(),
  examples: [],
  run: async () => async () => '',
});

async function judge(command: Command, input: object, rules: Partial<Record<Verdict, readonly string[]>>, mode: Mode) {
  const read = Object.entries(rules).flatMap(([verdict, texts]) =>
    texts.map((each) => parseRule(verdict as Verdict, each, 'the test')),
  );
  const policy = await createPolicy({
    mode,
    modeSource: 'x',
    rules: read,
    base: { root: '/p', home: '/h' },
    cwd: '/p',
  });
  const place = { cwd: '/p', env: {}, home: '/h' };
  const call = { command, input, place, subject: (await command.subject?.(input, place)) ?? {} };
  const request = await requestFor(call);
  return { request, verdict: decide(call, request, policy).verdict };
}

describe('a rule for a domain', () => {
  it.each<[Verdict, string, string, Mode, Verdict]>([
    ['allow', 'WebFetch(domain:example.com)', 'https://example.com/x', 'default', 'allow'],
    ['allow', 'WebFetch(domain:example.com)', 'https://docs.EXAMPLE.com/x', 'default', 'allow'],
    ['allow', 'WebFetch(domain:example.com)', 'https://notexample.com/x', 'default', 'ask'],
    ['allow', 'WebFetch(domain:example.com)', 'https://example.com@evil.org/x', 'default', 'ask'],
    ['deny', 'WebFetch(domain:*.example.com)', 'https://a.example.com/x', 'bypassPermissions', 'deny'],
    ['deny', 'WebFetch(domain:example.com)', 'https://example.org/x', 'bypassPermissions', 'allow'],
    ['deny', 'WebFetch', 'https://example.org/x', 'bypassPermissions', 'deny'],
  ])('%s %s: %s in %s is %s', async (verdict, rule, address, mode, expected) => {
    expect((await judge(fetchPage, { url: address }, { [verdict]: [rule] }, mode)).verdict).toBe(expected);
  });

  it('is what is proposed for an address', async () => {
    const { request } = await judge(fetchPage, { url: 'https://example.com/x' }, {}, 'default');
    const rules = proposeRules(request, '/p');
    expect(rules).toEqual(['web fetch(domain:example.com)']);
    expect((await judge(fetchPage, { url: 'https://example.com/y' }, { allow: rules }, 'default')).verdict).toBe(
      'allow',
    );
  });
});

describe('a rule for a tool of an MCP server', () => {
  it.each<[Partial<Record<Verdict, readonly string[]>>, Verdict]>([
    [{ allow: ['mcp__fs__write'] }, 'allow'],
    [{ allow: ['mcp__fs'] }, 'allow'],
    [{ allow: ['mcp__fs__*'] }, 'allow'],
    [{ allow: ['mcp__f', 'mcp__fs__writ', 'mcp__other__write'] }, 'ask'],
    // Those of our own commands are for those.
    [{ allow: ['fs write'] }, 'ask'],
    [{ deny: ['mcp__fs__write'], allow: ['mcp'] }, 'deny'],
    [{ deny: ['fs write'], allow: ['mcp__fs__write'] }, 'deny'],
    [{ ask: ['mcp execute'], allow: ['mcp__fs__write'] }, 'ask'],
  ])('%j', async (rules, expected) => {
    expect((await judge(callTool, { tool: 'write' }, rules, 'default')).verdict).toBe(expected);
  });

  it('does not defeat plan mode', async () => {
    expect((await judge(callTool, { tool: 'write' }, { allow: ['mcp__fs'] }, 'plan')).verdict).toBe('deny');
  });
});
