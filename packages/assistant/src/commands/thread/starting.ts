/** Commands that may start a conversation: all need to know how callers are made. */
export { create } from './create.ts';
export { createBg } from './create-bg.ts';
export { createStart } from './create-start.ts';
export { send } from './send.ts';
export { start } from './start.ts';
export { status } from './status.ts';
