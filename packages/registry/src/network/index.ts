/** Requests to addresses that others name: only to where tools and models may reach. */
export type { Allowances } from './allowances.ts';
export { checkUrl, reachOfHost, type Resolve } from './guard.ts';
export { withLimit } from './limit.ts';
export { MOST_BYTES, readBeginning, readBody, tooLarge } from './read-body.ts';
export { type Connect, type Reply, request } from './request.ts';
