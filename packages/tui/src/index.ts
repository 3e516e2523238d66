export type { Host, ConversationChange } from './host.ts';
export { runScreen, type ScreenProcess } from './run.ts';
export { checkScreenSettings, readScreenSettings } from './settings/settings.ts';

/** Markdown for a terminal: the screen shows its first picture without it. */
export const markdownPrinter = () => import('./markdown/print.ts');
