export { type FlatCaller, sampleCaller } from './sample-caller.ts';
