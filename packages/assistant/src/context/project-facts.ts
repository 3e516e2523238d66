import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readRegularText } from '@helve/command';

const LANGUAGES: readonly (readonly [file: string, language: string])[] = [
  ['tsconfig.json', 'TypeScript'],
  ['package.json', 'JavaScript'],
  ['pyproject.toml', 'Python'],
  ['setup.py', 'Python'],
  ['requirements.txt', 'Python'],
  ['Cargo.toml', 'Rust'],
  ['go.mod', 'Go'],
  ['pom.xml', 'Java'],
  ['build.gradle', 'Java'],
  ['build.gradle.kts', 'Kotlin'],
  ['Gemfile', 'Ruby'],
  ['composer.json', 'PHP'],
  ['mix.exs', 'Elixir'],
  ['Package.swift', 'Swift'],
  ['CMakeLists.txt', 'C or C++'],
  ['deno.json', 'TypeScript'],
];

const PACKAGE_MANAGERS: readonly (readonly [file: string, name: string])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['uv.lock', 'uv'],
  ['poetry.lock', 'poetry'],
  ['Pipfile.lock', 'pipenv'],
  ['Cargo.lock', 'cargo'],
  ['deno.lock', 'deno'],
];

const MOST_SCRIPTS = 12;

/** What can be seen of a project at a glance, in a line; the nearer folder tells before its root does. */
export function projectFacts(cwd: string, root: string): string | undefined {
  const has = (file: string) => existsSync(join(cwd, file)) || existsSync(join(root, file));
  const found = new Set(LANGUAGES.flatMap(([file, language]) => (has(file) ? [language] : [])));
  if (found.has('TypeScript')) found.delete('JavaScript');
  const managers = new Set(PACKAGE_MANAGERS.flatMap(([file, name]) => (has(file) ? [name] : [])));
  const manifest = readManifest(cwd) ?? readManifest(root);
  const scripts = Object.keys(manifest?.scripts ?? {}).slice(0, MOST_SCRIPTS);
  const facts = [
    ...(found.size > 0 ? [[...found].join(', ')] : []),
    ...(managers.size > 0 ? [`package manager ${[...managers].join(', ')}`] : []),
    ...(scripts.length > 0 ? [`scripts ${scripts.join(', ')}`] : []),
  ];
  return facts.length === 0 ? undefined : facts.join('; ');
}

function readManifest(folder: string): { readonly scripts?: Readonly<Record<string, unknown>> } | undefined {
  try {
    const manifest: unknown = JSON.parse(readRegularText(join(folder, 'package.json')));
    return typeof manifest === 'object' && manifest !== null ? manifest : undefined;
  } catch {
    return undefined;
  }
}
