import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { originOf } from '../protocol.ts';
import { parseOriginPattern } from './origins.ts';
import { Rules } from './rules.ts';

async function rulesOf(browser: unknown): Promise<Rules> {
  const home = await mkdtemp(join(tmpdir(), 'helve-rules-'));
  onTestFinished(() => rm(home, { recursive: true }));
  await writeFile(join(home, 'settings.json'), JSON.stringify({ browser }));
  return new Rules(home);
}

describe('a pattern', () => {
  it.each([
    ['https://example.com', 'https://example.com/a?b', true],
    ['https://example.com', 'https://example.com:8443/', true],
    ['https://example.com:443', 'https://example.com/', true],
    ['https://example.com:443', 'https://example.com:8443/', false],
    ['https://example.com', 'http://example.com/', false],
    ['example.com', 'http://EXAMPLE.com./', true],
    ['example.com', 'https://sub.example.com/', false],
    ['*.example.com', 'https://a.b.example.com/', true],
    ['*.example.com', 'https://example.com/', true],
    ['*.example.com', 'https://badexample.com/', false],
    ['example.com', 'https://example.com.evil.net/', false],
    ['example.com', 'https://example.com@evil.net/', false],
    ['127.0.0.1', 'http://2130706433/', true],
    ['[::1]', 'http://[::1]:3000/', true],
    ['bücher.example', 'https://xn--bcher-kva.example/', true],
    ['https://example.com', 'blob:https://example.com/1-2', true],
    ['https://example.com', 'view-source:https://example.com/', true],
    ['file:', 'file:///etc/passwd', true],
    ['about:', 'about:blank', true],
    ['*://*', 'about:blank', false],
    ['*', 'about:blank', true],
    ['*', 'no address', true],
  ])('%s for %s: %s', (pattern, address, matches) => {
    expect(parseOriginPattern(pattern)?.matches(originOf(address))).toBe(matches);
  });

  it.each(['https://example.com/path', 'a b', 'ex*mple.com', 'https://user@host'])('%s is none', (text) => {
    expect(parseOriginPattern(text)?.matches(originOf('https://example.com/path')) ?? false).toBe(false);
  });
});

describe('rules', () => {
  it('let everything pass where there are none', async () => {
    const rules = await rulesOf(undefined);
    expect(rules.any).toBe(false);
    expect(rules.judge('fill', originOf('https://a/'))).toMatchObject({ verdict: 'allow', rule: 'default' });
  });

  it.each([
    ['read', 'https://bank.example/', 'deny', '*(*.bank.example)'],
    ['read', 'https://login.bank.example/', 'deny', '*(*.bank.example)'],
    ['fill', 'https://shop.example/', 'ask', 'fill'],
    ['act', 'https://shop.example/', 'allow', 'default'],
    ['fill', 'https://intranet.example/', 'allow', 'fill(https://intranet.example)'],
    ['act', 'https://a.mixed.example/', 'allow', 'act(*.mixed.example)'],
    ['act', 'https://b.mixed.example/', 'ask', 'act(b.mixed.example)'],
    ['navigate', 'https://even.example/', 'ask', '*(even.example)'],
    ['upload', 'https://anywhere/', 'deny', 'upload'],
  ] as const)('%s at %s: %s', async (kind, address, verdict, rule) => {
    const rules = await rulesOf({
      allow: ['*(*.bank.example)', 'fill(https://intranet.example)', 'act(*.mixed.example)', '*(even.example)'],
      ask: ['fill', 'act(b.mixed.example)', '*(even.example)'],
      deny: ['*(*.bank.example)', 'upload'],
    });
    expect(rules.judge(kind, originOf(address))).toMatchObject({ verdict, rule });
  });

  it('may forbid what no rule speaks of', async () => {
    const rules = await rulesOf({ default: 'deny', allow: ['*(https://ok.example)'] });
    expect(rules.judge('read', originOf('https://ok.example/')).verdict).toBe('allow');
    expect(rules.judge('read', originOf('https://other.example/'))).toMatchObject({ verdict: 'deny', rule: 'default' });
  });

  it.each([
    [{ allow: 'read' }, 'browser.allow'],
    [{ forbid: [] }, 'browser.forbid'],
    [{ deny: ['destroy'] }, 'destroy'],
    [{ deny: ['read(https://a/b)'] }, 'read(https://a/b)'],
    [[], 'browser'],
  ])('%j are an error, and nothing is permitted', async (settings, named) => {
    const rules = await rulesOf(settings);
    expect(() => rules.judge('read', originOf('https://a/'))).toThrow(named);
  });
});
