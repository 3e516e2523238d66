import { defineModule } from '@helve/command';

export const doctorModule = defineModule({
  name: 'doctor',
  summary: 'Find out what is wrong, and what to do about it',
  actions: {
    all: () => import('../commands/doctor/all.ts'),
    assistant: () => import('../commands/doctor/assistant.ts'),
    browser: () => import('../commands/doctor/browser.ts'),
    machine: () => import('../commands/doctor/machine.ts'),
  },
});
