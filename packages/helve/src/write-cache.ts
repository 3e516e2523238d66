/** Run by the build: runs helve with this process's arguments and keeps what V8 compiled, with the functions that ran. */
import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolderSync } from '@helve/command';
import { version } from '../package.json';
import { cacheFile, loadChunk } from './load-chunk.ts';
import type { main } from './main.ts';

const dist = import.meta.dirname;

const chunk = loadChunk(dist, 'chunks/main.cjs', (file, script) => {
  process.on('exit', () => {
    makeFolderSync(dirname(cacheFile(dist, file)));
    writeFileSync(cacheFile(dist, file), script.createCachedData());
  });
}) as { readonly main: typeof main };

void chunk.main(version);
