export { confineProgram } from './confine.ts';
