#!/usr/bin/env node
import { version } from '../package.json';

// The version is asked for often and by everything that finds helve on the PATH: answer before loading the rest.
if (process.argv.length === 3 && process.argv[2] === '--version') {
  process.stdout.write(`${version}\n`);
} else {
  void import('./main.ts').then(({ main }) => main());
}
