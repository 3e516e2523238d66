#!/usr/bin/env node
import { version } from '../package.json';
import { useCompileCache } from './compile-cache.ts';

// The version is asked for often and by everything that finds helve on the PATH: answer before loading the rest.
if (process.argv.length === 3 && process.argv[2] === '--version') {
  process.stdout.write(`${version}\n`);
} else {
  useCompileCache(import.meta.dirname);
  void import('./main.ts').then(({ main }) => main(version));
}
