export { createRegistry } from '../packages/helve/src/modules.ts';
export { runLine } from '../packages/helve/src/index.ts';
export { parseLine } from '../packages/registry/src/line/parse.ts';
