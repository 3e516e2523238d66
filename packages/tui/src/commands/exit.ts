import type { BuiltIn } from './command.ts';

export const exit: BuiltIn = {
  name: 'exit',
  description: 'Leave',
  run: async (_, ui) => ui.leave(),
};
