/** Loaded only where there are rules to judge by. */
export { createPolicy, findUselessRules } from '@helve/registry';
