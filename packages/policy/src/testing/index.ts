export { sampleCaller } from './sample-caller.ts';
