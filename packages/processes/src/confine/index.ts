export { confineProgram } from './confine.ts';
export { sandboxState } from './driver.ts';
