import { defineModule } from '@helve/command';

export const doctorModule = defineModule({
  name: 'doctor',
  summary: 'Check your setup and suggest fixes',
  actions: {
    all: () => import('../commands/doctor/all.ts'),
    assistant: () => import('../commands/doctor/assistant.ts'),
    browser: () => import('../commands/doctor/browser.ts'),
    machine: () => import('../commands/doctor/machine.ts'),
    sandbox: () => import('../commands/doctor/sandbox.ts'),
  },
});
