import { defineModule } from '@helve/registry';

export const gitModule = defineModule({
  name: 'git',
  summary: 'Work with the git repository of the project',
  actions: {},
});
