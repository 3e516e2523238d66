import { choice, text } from '@helve/command';
import * as v from 'valibot';

const brings = { skills: v.array(v.string()), agents: v.array(v.string()), runs: v.array(v.string()) };

export const installedOutput = v.object({
  id: v.string(),
  version: v.string(),
  folder: v.string(),
  enabled: v.boolean(),
  previous: v.exactOptional(v.string()),
  ...brings,
});

export const listedOutput = v.object({
  id: v.string(),
  version: v.string(),
  description: v.string(),
  enabled: v.boolean(),
  trusted: v.boolean(),
  source: v.string(),
  available: v.exactOptional(v.pipe(v.string(), v.description('Newer version in its marketplace'))),
  problem: v.exactOptional(v.string()),
  ...brings,
});

export const marketplaceOutput = v.object({
  name: v.string(),
  source: v.string(),
  added: v.boolean(),
  updatedAt: v.exactOptional(v.string()),
  plugins: v.array(v.object({ name: v.string(), description: v.string(), version: v.exactOptional(v.string()) })),
  problem: v.exactOptional(v.string()),
});

export const installedName = () => text('Name of an installed plugin, optionally with @marketplace');

export const settingsScope = () =>
  v.optional(choice(['user', 'project', 'local'], 'Settings file that enables or disables it'), 'user');
