import { defineModule } from '@helve/registry';

export const fsModule = defineModule({
  name: 'fs',
  summary: 'Read, search and change files and folders',
  actions: {
    hash: () => import('../commands/fs/hash.ts'),
  },
});
