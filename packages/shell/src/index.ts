export { terminalModule } from './terminal/module.ts';
