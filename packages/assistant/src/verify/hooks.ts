import { projectRoot, realPath, resolvePath } from '@helve/command';
import type { Caller } from '@helve/policy';
import type { Layer } from '@helve/settings';
import type { InstructionFile } from '../context/instruction-file.ts';
import type { TurnEnd, TurnHooks } from '../loop/hooks.ts';
import type { ToolCallPart } from '../model/message.ts';
import { changesIn } from '../rewind/changes.ts';
import { type Violation, violationOf } from '../rules/hooks.ts';
import type { InstructionRule } from '../rules/rules.ts';
import { findChecks, type Check, type Checks, nameOf } from './checks.ts';
import {
  type CheckReceipt,
  type CheckRun,
  describeCheck,
  type Receipt,
  receiptOf,
  stateOf,
  summarised,
} from './receipt.ts';
import { failureNote, reminder } from './words.ts';
import type { TreeState, WorkTree } from './work-tree.ts';

export interface VerifiedProject {
  readonly caller: () => Caller;
  readonly layers: readonly Layer[];
  /** The project's instruction files as they are now. */
  readonly instructions: () => readonly InstructionFile[];
  /** Confirmed rules. */
  readonly rules: readonly InstructionRule[];
}

export interface Verification {
  readonly hooks: TurnHooks;
  /** The checks that apply now. */
  readonly checks: () => Promise<Checks>;
}

/** The name under which receipts stand in the log. */
const RECEIPT = 'receipt';
const MOST_FILES = 100;
const SHELL = 'Bash';

/** What is known of a turn that may have changed something. */
interface Watched extends Checks {
  readonly start: TreeState | undefined;
  readonly runs: CheckRun[];
  /** Lines of the shell that contain a check and are not one, by check. */
  readonly similar: Map<Check, string>;
  /** What calls changed, by their own account. */
  readonly changed: Set<string>;
  isReminded: boolean;
}

/** Watches which checks of the project run in a turn, and on which files. */
export function verification(project: VerifiedProject): Verification {
  const { caller, layers, instructions, rules } = project;
  const {
    place: { cwd, home, env },
    host: { now = Date.now },
  } = caller();
  const root = projectRoot(realPath(cwd));
  const checks = () => findChecks({ cwd, home, layers, instructions: instructions(), rules });
  let tree: WorkTree | undefined;
  let watched: Promise<Watched> | undefined;
  /** Files before a check that runs now, by its call. */
  const running = new Map<string, { readonly check: Check; readonly before: string | undefined }>();

  const look = async (): Promise<TreeState | undefined> => {
    const { WorkTree } = await import('./work-tree.ts');
    tree ??= new WorkTree({ root, home, env, now });
    return tree.look();
  };
  /** Begins before the first call of a turn that may change something: the turn cannot change its own checks. */
  const watch = async (): Promise<Watched> => {
    const found = await checks();
    const start = found.checks.length > 0 ? await look() : undefined;
    return { ...found, start, runs: [], similar: new Map(), changed: new Set(), isReminded: false };
  };
  const lineOf = ({ name, input }: ToolCallPart) => {
    if (name !== SHELL || typeof input.command !== 'string') return undefined;
    const folder = typeof input.cwd === 'string' ? resolvePath(caller().place, input.cwd) : cwd;
    return { command: input.command.trim(), folder: realPath(folder) };
  };
  const receipts = (turn: Watched, hash: string | undefined): readonly CheckReceipt[] =>
    turn.checks.map((check) => receiptOf(check, turn.runs, hash, turn.similar.get(check)));

  const during: TurnHooks = {
    beforeRun: async (call, { effect }) => {
      if (effect === 'inspect') return;
      watched ??= watch();
      const turn = await watched;
      const line = lineOf(call);
      if (!line) return;
      const check = turn.checks.find(({ command, folder }) => command === line.command && folder === line.folder);
      if (check) running.set(call.id, { check, before: (await look())?.hash });
      else noteSimilar(turn, line.command);
    },
    afterTool: async (call, { outcome, exitCode }, { log }) => {
      const turn = await watched;
      if (!turn) return undefined;
      const at = log.entries.findLastIndex((entry) => entry.type === 'toolResult' && entry.callId === call.id);
      for (const { path } of log.entries.slice(at).flatMap(changesIn)) turn.changed.add(relativeTo(root, path));
      const ran = running.get(call.id);
      if (!ran) return undefined;
      running.delete(call.id);
      const { command, folder } = ran.check;
      const denied = outcome === 'denied';
      turn.runs.push({ command, folder, exitCode, denied, before: ran.before, after: (await look())?.hash });
      return undefined;
    },
  };

  /** Runs the checks that still have to run and may; gives what the model is to be told of one that fails. */
  const runOpen = async (turn: Watched, { place, tell }: TurnEnd): Promise<string | undefined> => {
    const { runCheck } = await import('./run-check.ts');
    for (let attempt = 0; attempt < 2; attempt++) {
      for (const check of turn.checks) {
        const now = (await look())?.hash;
        const { state } = receiptOf(check, turn.runs, now);
        if (SETTLED.has(state) || !check.trusted || (turn.atEnd !== 'run' && !check.rule)) continue;
        tell(`Running the check ${nameOf(check, root)}`);
        const { output, ...ran } = await runCheck(check, place());
        turn.runs.push({ ...ran, before: now, after: (await look())?.hash });
        if (ran.exitCode !== undefined && ran.exitCode !== 0) return failureNote(nameOf(check, root), ran, output);
      }
    }
    return undefined;
  };

  const hooks: TurnHooks = {
    ...during,
    beforePrompt: async (_prompt, _turn, origin) => {
      if (origin === 'prompt') watched = undefined;
      return undefined;
    },
    beforeEnd: async (_answer, { requests }, end) => {
      const turn = await watched;
      if (!turn || turn.checks.length === 0) return undefined;
      const now = await look();
      if (!now || !turn.start || now.hash === turn.start.hash) return undefined;
      const failure = await runOpen(turn, end);
      if (turn.isReminded || requests?.isSpent) return undefined;
      const open = receipts(turn, (await look())?.hash).filter(({ state }) => !SETTLED.has(state));
      if (failure === undefined && (turn.atEnd === 'report' || open.length === 0)) return undefined;
      turn.isReminded = true;
      return failure ?? reminder(open.map((check) => ({ ...check, name: nameOf(check, root) })));
    },
    afterTurn: async ({ log }) => {
      const turn = await watched;
      watched = undefined;
      const found = turn && (await receiptFor(turn));
      const receipt = found && summarised(found);
      if (!receipt) return undefined;
      log.append({ type: 'extra', name: RECEIPT, data: receipt });
      return { receipt, violations: turn ? brokenRules(turn, receipt) : [] };
    },
    // A subagent works on the same files, in the same turn.
    forAgent: () => during,
  };

  const receiptFor = async (turn: Watched): Promise<Omit<Receipt, 'summary'> | undefined> => {
    const files = [...turn.changed].sort();
    if (turn.checks.length === 0) {
      return files.length === 0
        ? undefined
        : { state: 'unverified', reason: 'noChecks', files: some(files), checks: [] };
    }
    const end = await look();
    if (!end || !turn.start) {
      const isTouched = files.length > 0 || turn.runs.length > 0;
      return isTouched
        ? { state: 'unverified', reason: 'unreadable', files: some(files), checks: receipts(turn, undefined) }
        : undefined;
    }
    const { differences } = await import('./work-tree.ts');
    const different = differences(turn.start, end);
    if (different.length === 0 && turn.runs.length === 0) return undefined;
    const all = receipts(turn, end.hash);
    return { state: stateOf(all), files: some(different), hash: end.hash, checks: all };
  };

  return { hooks, checks };
}

/** Nothing more is to be expected of the model: it knows, or it may not. */
const SETTLED: ReadonlySet<CheckReceipt['state']> = new Set(['passed', 'failed', 'denied']);

function noteSimilar({ checks, similar }: Watched, line: string): void {
  for (const check of checks) if (line.includes(check.command)) similar.set(check, line);
}

/** Rules whose command did not pass. */
function brokenRules({ checks }: Watched, receipt: Receipt): readonly Violation[] {
  if (receipt.files.length === 0) return [];
  return checks.flatMap(({ rule, command, folder }) => {
    const ran = receipt.checks.find((each) => each.command === command && each.folder === folder);
    return rule && ran && ran.state !== 'passed' ? [violationOf(rule, describeCheck(ran))] : [];
  });
}

function some(files: readonly string[]): readonly string[] {
  return files.slice(0, MOST_FILES);
}

function relativeTo(root: string, path: string): string {
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}
