#!/usr/bin/env node
import { version } from '../package.json';
import { loadChunk } from './load-chunk.ts';
import type { main } from './main.ts';

// The version is asked for often and by everything that finds helve on the PATH: answer before loading the rest.
if (process.argv.length === 3 && process.argv[2] === '--version') {
  process.stdout.write(`${version}\n`);
} else {
  const chunk = loadChunk(import.meta.dirname, 'chunks/main.cjs') as { readonly main: typeof main };
  void chunk.main(version);
}
