import { defineModule } from '@helve/command';

export const pluginModule = defineModule({
  name: 'plugin',
  summary: 'Install and manage plugins: skills, agents, hooks and MCP servers',
  actions: {
    install: () => import('../commands/plugin/install.ts'),
    uninstall: () => import('../commands/plugin/uninstall.ts'),
    update: () => import('../commands/plugin/update.ts'),
    enable: () => import('../commands/plugin/enable.ts'),
    disable: () => import('../commands/plugin/disable.ts'),
    list: () => import('../commands/plugin/list.ts'),
    'marketplace add': () => import('../commands/plugin/marketplace-add.ts'),
    'marketplace remove': () => import('../commands/plugin/marketplace-remove.ts'),
    'marketplace list': () => import('../commands/plugin/marketplace-list.ts'),
    'marketplace update': () => import('../commands/plugin/marketplace-update.ts'),
  },
});
