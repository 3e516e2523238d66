import type { Access, Effect, Touch } from '@helve/command';
import type { Mode } from '@helve/command/line';
import type { PatternBase } from './pattern.ts';
import type { Rule } from './rule.ts';
import type { ShellLine } from './shell/line.ts';

export type Verdict = 'allow' | 'ask' | 'deny';

/** What is judged: a command, what it may do, and the paths it was given. */
export interface Request {
  readonly command: string;
  readonly effect: Effect;
  readonly touches: readonly Touch[];
  /** The domains that it would reach. */
  readonly hosts?: readonly string[];
  /** The shell command line that it would run, taken apart. */
  readonly shell?: ShellLine;
}

export interface Decision {
  readonly verdict: Verdict;
  /** What decided: a rule as it was written, `mode plan`, or `roots`. */
  readonly rule: string;
  /** Where that stands: a settings file, a flag, or the door's default. */
  readonly source: string;
  /** Why, as the end of a sentence. */
  readonly reason: string;
  readonly outsideRoots?: boolean;
}

/** What was judged, and how. */
export interface Judged {
  readonly request: Request;
  readonly decision: Decision;
}

/** What a policy is made from. */
export interface PolicySettings {
  readonly mode: Mode;
  /** Who chose the mode: a flag, a file, or the door. */
  readonly modeSource: string;
  readonly rules: readonly Rule[];
  /** The only folders that may be touched, as absolute paths; absent: no such limit. */
  readonly roots?: readonly string[];
  readonly rootsSource?: string;
  /** A folder beside those whose files may be read: what results left out is there, and whoever has one may read on. */
  readonly spill?: string;
  readonly base: PatternBase;
  readonly cwd: string;
  /** Files that programs may not change because something trusted runs them, such as the scripts of hooks. */
  readonly guarded?: readonly string[];
}

export interface Policy {
  readonly mode: Mode;
  /** What it was made from; absent: it has no rules. A confinement is compiled from it. */
  readonly basis?: PolicySettings | undefined;
  /** It allows everything, so nothing needs to be found out for it. */
  readonly open?: boolean;
  judge(request: Request): Decision;
  /** Whether no rule denies a command a path it came across by itself. */
  permits(command: string, absolutePath: string, access: Access): boolean;
  /** Whether a rule allows a command, or some of what it may be called with. */
  mayAllow?(command: string): boolean;
  /** Whether it would allow a request that its mode asks about, if it had these rules too. */
  wouldAllow?(request: Request, rules: readonly Rule[]): Promise<boolean>;
}

export interface Question extends Request {
  readonly input: object;
  readonly decision: Decision;
  /** Makes a diff of what would change; absent where the command declares none. */
  readonly preview?: (() => Promise<string | undefined>) | undefined;
}

export interface Answer {
  readonly allow: boolean;
  /** Why not, for the caller. */
  readonly reason?: string;
}

/** Puts a question to a person and waits for the answer. */
export type Ask = (question: Question) => Promise<Answer>;
