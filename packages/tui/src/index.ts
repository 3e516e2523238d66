export { width } from './text/width.ts';
