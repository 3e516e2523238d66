export { sampleRegistry } from './sample.ts';
