import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readLayers } from '@helve/settings';
import { expect, it, vi } from 'vitest';
import { readAssistantSettings } from '../settings/settings.ts';
import { tempHome } from '../testing/temp-home.ts';
import { readKey } from '../keys/read-key.ts';
import { firstRun, type FirstRunQuestion, needsFirstRun } from './first-run.ts';

async function open(answers: readonly (string | undefined)[]) {
  // No service of the desktop: the key goes into a file.
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nonexistent');
  const home = await tempHome();
  const asked: FirstRunQuestion[] = [];
  const ask = async (question: FirstRunQuestion) => answers[asked.push(question) - 1];
  const place = { cwd: home, home, now: Date.now };
  return { home, asked, run: () => firstRun(ask, place), settings: () => readAssistantSettings(readLayers(place)) };
}

it('asks for a key, which nobody sees, and a language, and keeps both', async () => {
  const { home, asked, run, settings } = await open(['', 'two words', ' sk-ant-12345678 ', 'ko']);
  expect(needsFirstRun(settings(), {})).toBe(true);
  expect(await run()).toEqual({ file: join(home, 'settings.json'), key: 'file', language: 'ko' });
  expect(asked.map(({ name, masked, problem }) => [name, masked, problem !== undefined])).toEqual([
    ['apiKey', true, false],
    ['apiKey', true, true],
    ['apiKey', true, true],
    ['language', false, false],
  ]);
  expect(await readFile(join(home, 'settings.json'), 'utf8')).not.toContain('sk-ant');
  expect((await stat(join(home, 'anthropic.key'))).mode & 0o777).toBe(0o600);
  const { language, providers } = settings();
  expect(await readKey('anthropic', providers.anthropic?.apiKey ?? '', {})).toBe('sk-ant-12345678');
  expect([language, needsFirstRun(settings(), {})]).toEqual(['ko', false]);
});

it.each<[string, readonly (string | undefined)[]]>([
  ['at the key', [undefined]],
  ['at the language', ['sk-ant-12345678', undefined]],
])('changes nothing when the user leaves %s', async (_, answers) => {
  const { home, run } = await open(answers);
  expect([await run(), await readdir(home)]).toEqual([undefined, []]);
});

it('an empty answer to the language is English, and a key in the environment needs no first run', async () => {
  const { run, settings } = await open(['sk-ant-12345678', '']);
  expect(needsFirstRun(settings(), { ANTHROPIC_API_KEY: 'x' })).toBe(false);
  expect(await run()).toMatchObject({ language: 'en' });
});
