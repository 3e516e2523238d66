export { codeModule } from './code/module.ts';
export { fsModule } from './fs/module.ts';
export { gitModule } from './git/module.ts';
