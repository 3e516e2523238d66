export type { Allowances } from './allowances.ts';
export { checkUrl, reachOfHost } from './guard.ts';
export { guardedFetch } from './guarded-fetch.ts';
export { withLimit } from './limit.ts';
export { MOST_BYTES, readBeginning, readBody, tooLarge } from './read-body.ts';
export { type Connect, type Reply, request } from './request.ts';
