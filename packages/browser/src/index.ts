export { browserModule } from './module.ts';

/** What is needed to find out what is wrong: loaded when somebody asks. */
export const browserParts = () => import('./diagnosis/parts.ts');
