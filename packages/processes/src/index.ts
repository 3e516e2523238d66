export type { ConfinedProgram } from './confine/confine.ts';
export { Drain } from './drain.ts';
export { type GitResult, runGit } from './git.ts';
export { takePipes } from './pipes.ts';
export { type RunEnd, type RunPlan, runProgram, type Take } from './run.ts';
export { type ProcessEntry, readProcesses, RUN_VARIABLE } from './table.ts';
export { endTree, findLeftRunning, findMembers, type RunMark, type RunningProcess } from './tree.ts';
export { watchOver } from './watchdog.ts';
