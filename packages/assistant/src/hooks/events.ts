/** When hooks run. Names and shapes are those of Claude Code, so that hooks written for it work. */
export const HOOK_EVENTS = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'PermissionRequest',
  'PermissionDenied',
  'UserPromptSubmit',
  'UserPromptExpansion',
  'SessionStart',
  'SessionEnd',
  'Stop',
  'StopFailure',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'Notification',
  'InstructionsLoaded',
  'TaskCreated',
  'TaskCompleted',
] as const;

export type HookEvent = (typeof HOOK_EVENTS)[number];

/** Events of Claude Code for which there is no occasion in helve, and why. The user is told that their hooks never run. */
export const ABSENT_EVENTS: Readonly<Record<string, string>> = {
  Setup: 'helve has no set-up step',
  TeammateIdle: 'helve has no agent teams',
  MessageDisplay: 'helve does not let hooks change what it displays',
  ConfigChange: 'helve does not watch its settings',
  CwdChanged: 'the working directory of a conversation never changes',
  FileChanged: 'helve does not watch files for hooks',
  WorktreeCreate: 'the worktrees of threads run no hooks',
  WorktreeRemove: 'the worktrees of threads run no hooks',
  Elicitation: 'helve asks the user about every form of a server',
  ElicitationResult: 'helve asks the user about every form of a server',
  PreModelSwitch: 'the user alone changes the model',
  PostModelSwitch: 'the user alone changes the model',
};

/** Events about one call of a tool, in which a hook's `if` can be evaluated. */
export const CALL_EVENTS: ReadonlySet<HookEvent> = new Set([
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
  'PermissionDenied',
]);

/** Events at which a hook stands guard: one that does not answer must not let through what it would have refused. */
export const GUARDS: ReadonlySet<HookEvent> = new Set([
  'PreToolUse',
  'UserPromptSubmit',
  'UserPromptExpansion',
  'PermissionRequest',
  'TaskCreated',
  'TaskCompleted',
]);

/** Events at which a model can be asked instead of a program. */
export const ASKED_EVENTS: ReadonlySet<HookEvent> = new Set([
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'PermissionRequest',
  'UserPromptSubmit',
  'UserPromptExpansion',
  'Stop',
  'SubagentStop',
  'TaskCreated',
  'TaskCompleted',
]);
