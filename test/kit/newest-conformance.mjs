/**
 * Preloaded with `--import`: lets the newest conformance suite start on Node 20. It imports `globSync` of `node:fs`, which
 * Node 20 lacks, and uses it only for its own tests.
 */
import { register } from 'node:module';

const script = (text) => `data:text/javascript,${encodeURIComponent(text)}`;

const fs = script(`
import fs from 'node:fs';
export * from 'node:fs';
export default fs;
export const globSync = fs.globSync;
`);

register(
  script(`
export async function resolve(specifier, context, next) {
  const isSuite = context.parentURL?.includes('/mcp-conformance-next/');
  return isSuite && /^(node:)?fs$/.test(specifier) ? { url: ${JSON.stringify(fs)}, shortCircuit: true } : next(specifier, context);
}
`),
);
