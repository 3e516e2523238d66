import { defineModule } from '@helve/command';

export const codeModule = defineModule({
  name: 'code',
  summary: 'Ask language servers about code: diagnostics, definitions, references, symbols',
  actions: {
    diagnostics: () => import('../commands/code/diagnostics.ts'),
    definition: () => import('../commands/code/definition.ts'),
    references: () => import('../commands/code/references.ts'),
    symbols: () => import('../commands/code/symbols.ts'),
    hover: () => import('../commands/code/hover.ts'),
    servers: () => import('../commands/code/servers.ts'),
  },
});
