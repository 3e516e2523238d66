export { asModel, forOwner, isMarkedAsModel } from './as-model.ts';
export { authorityOf, type Caller, OPEN_POLICY, openPolicy, type PolicyAuthority } from './authority.ts';
export { adviceFor } from './confinement/advice.ts';
export { standInFor, type StandIn } from './confinement/guarded.ts';
export { findPaths, type FoundPaths, type Missing } from './confinement/find-paths.ts';
export { contains, isProject } from './confinement/project-folder.ts';
export { refusedTools } from './conversation-tools.ts';
export { guardRules, isGuard } from './confinement/guard-rules.ts';
export { describeNeed } from './confinement/widen.ts';
export { createPolicy } from './create.ts';
export { deferredPolicy } from './deferred.ts';
export { decide, inSandbox, requestFor } from './judge-call.ts';
export {
  type Answer,
  type Ask,
  type Decision,
  judgingBy,
  type Policy,
  type PolicyChange,
  type Question,
} from './policy.ts';
export { readLimits, verdictOn } from './limits.ts';
export { literalPath, pathMatcher } from './pattern.ts';
export { inheritedSandbox, withSandbox } from './inherited-sandbox.ts';
export {
  confines,
  DEFAULT_SANDBOX,
  type Sandbox,
  SANDBOX_SETTINGS,
  SANDBOX_VARIABLE,
  type SandboxSetting,
  type SandboxState,
} from './sandbox.ts';
export { describeConfinement, describeRun, type ProgramRun, sandboxNotice } from './describe-run.ts';
export { rulesForQuestion } from './propose.ts';
export { parseRule, type Rule } from './rule.ts';
export { commandText, plainWord, unknownWord } from './shell/line.ts';
export { readOptions } from './shell/options.ts';
export type { Data, Interpreter, Program, Runner } from './shell/program.ts';
export { commonName, programNamed } from './shell/programs.ts';
export { isReadOnly } from './shell/read-only.ts';
export { touchesOf } from './touches.ts';
export { under } from './under.ts';
export { findUselessRules } from './useless.ts';
export { type Mode, MODES } from '@helve/command/line';
