export { readAtMost } from '@helve/command';
