import { defineModule } from '@helve/command';

export const gitModule = defineModule({
  name: 'git',
  summary: 'Work with the git repository of the project',
  actions: {
    init: () => import('../commands/git/init.ts'),
    clone: () => import('../commands/git/clone.ts'),
    status: () => import('../commands/git/status.ts'),
    diff: () => import('../commands/git/diff.ts'),
    log: () => import('../commands/git/log.ts'),
    logs: 'log',
    show: () => import('../commands/git/show.ts'),
    blame: () => import('../commands/git/blame.ts'),
    add: () => import('../commands/git/add.ts'),
    restore: () => import('../commands/git/restore.ts'),
    commit: () => import('../commands/git/commit.ts'),
    stash: () => import('../commands/git/stash.ts'),
    branch: () => import('../commands/git/branch.ts'),
    checkout: () => import('../commands/git/checkout.ts'),
    merge: () => import('../commands/git/merge.ts'),
    tag: () => import('../commands/git/tag.ts'),
    worktree: () => import('../commands/git/worktree.ts'),
    remote: () => import('../commands/git/remote.ts'),
    fetch: () => import('../commands/git/fetch.ts'),
    pull: () => import('../commands/git/pull.ts'),
    push: () => import('../commands/git/push.ts'),
  },
});
