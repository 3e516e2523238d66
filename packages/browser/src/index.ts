export { browserModule } from './module.ts';

/** What is needed to find out what is wrong: loaded when somebody asks. */
export const browserParts = () => import('./debug/parts.ts');

/** What is needed to see whether settings are in order: loaded when somebody changes them. */
export const browserSettings = () => import('./policy/rules.ts');
