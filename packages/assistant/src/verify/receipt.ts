/** What is known of the work of a turn that changed files. */
export type VerificationState = 'verified' | 'unverified' | 'failed';

/**
 * What became of a check: `outdated` means that files changed since it ran, `changedFiles` that it changed some itself,
 * `noResult` that it did not run to its end (background, timeout, stopped), `denied` that it was not permitted.
 */
export type CheckState = 'passed' | 'failed' | 'outdated' | 'changedFiles' | 'noResult' | 'denied' | 'notRun';

export interface CheckReceipt {
  /** Exactly as it must be run. */
  readonly command: string;
  readonly folder: string;
  readonly state: CheckState;
  readonly exitCode?: number;
  /** Hash of the files that it saw. */
  readonly hash?: string;
  /** Another command that contains this one, and does not count. */
  readonly similar?: string;
}

/** Shows which checks ran after the last change of a turn, and which did not. */
export interface Receipt {
  readonly state: VerificationState;
  /** In one line, for a person. */
  readonly summary: string;
  /** Why nothing could be verified, beside what the checks say. */
  readonly reason?: 'noChecks' | 'unreadable';
  /** Files of the project that changed in the turn; the first hundred. */
  readonly files: readonly string[];
  /** Hash of the project's files at the end. */
  readonly hash?: string;
  readonly checks: readonly CheckReceipt[];
}

/** One run of a check. */
export interface CheckRun {
  readonly command: string;
  readonly folder: string;
  readonly exitCode?: number | undefined;
  readonly denied?: boolean;
  /** Hashes of the files before and after. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What a check is worth for the files as they are at the end: its latest run that saw them counts, else its latest. */
export function receiptOf(
  check: Pick<CheckRun, 'command' | 'folder'>,
  runs: readonly CheckRun[],
  hash: string | undefined,
  similar?: string,
): CheckReceipt {
  const { command, folder } = check;
  const own = runs.filter((run) => run.command === command && run.folder === folder);
  const run = own.findLast(({ before, after }) => before === hash && after === hash) ?? own.at(-1);
  const base = { command, folder };
  if (!run) return { ...base, state: 'notRun', ...(similar === undefined ? {} : { similar }) };
  if (run.denied) return { ...base, state: 'denied' };
  if (run.exitCode === undefined) return { ...base, state: 'noResult' };
  const seen = { ...base, exitCode: run.exitCode, ...(run.before === undefined ? {} : { hash: run.before }) };
  if (run.before !== run.after || run.after === undefined) return { ...seen, state: 'changedFiles' };
  if (run.after !== hash) return { ...seen, state: 'outdated' };
  return { ...seen, state: run.exitCode === 0 ? 'passed' : 'failed' };
}

export function stateOf(checks: readonly CheckReceipt[]): VerificationState {
  if (checks.some(({ state }) => state === 'failed')) return 'failed';
  return checks.length > 0 && checks.every(({ state }) => state === 'passed') ? 'verified' : 'unverified';
}

/** The same with a line for a person. */
export function summarised(receipt: Omit<Receipt, 'summary'>): Receipt {
  const { state, ...rest } = receipt;
  return { state, summary: summaryOf(receipt), ...rest };
}

function summaryOf({ state, reason, checks }: Omit<Receipt, 'summary'>): string {
  if (reason === 'noChecks') return 'Unverified: no checks are configured';
  if (reason === 'unreadable') return 'Unverified: the files of the project could not be compared';
  if (state === 'verified') return `Verified: ${checks.map(({ command }) => command).join(', ')} passed`;
  const open = checks.filter((check) => (state === 'failed' ? check.state === 'failed' : check.state !== 'passed'));
  return `${state === 'failed' ? 'Failed' : 'Unverified'}: ${open.map(describeCheck).join('; ')}`;
}

export function describeCheck({ command, state, exitCode, similar }: CheckReceipt): string {
  switch (state) {
    case 'passed':
      return `${command} passed`;
    case 'failed':
      return `${command} failed with exit code ${exitCode}`;
    case 'outdated':
      return `${command} did not run after the last change`;
    case 'changedFiles':
      return `files changed while ${command} ran`;
    case 'noResult':
      return `${command} did not finish`;
    case 'denied':
      return `${command} was not permitted`;
    case 'notRun':
      return `${command} did not run${similar === undefined ? '' : ` (${similar} is not the same command)`}`;
  }
}
