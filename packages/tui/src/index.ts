export { printMarkdown } from './markdown/print.ts';
export type { Host, ConversationChange } from './host.ts';
export { runScreen, type ScreenProcess } from './run.ts';
export { checkScreenSettings, readScreenSettings } from './settings/settings.ts';
