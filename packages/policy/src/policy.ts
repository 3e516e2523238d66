import type { Access, Effect, Need, Touch } from '@helve/command';
import type { Mode } from '@helve/command/line';
import type { PatternBase } from './pattern.ts';
import type { Rule } from './rule.ts';
import type { Sandbox, SandboxSetting } from './sandbox.ts';
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
  /** `inside`: its programs are confined; `leaves`: they would be, and the call is to run outside the sandbox. */
  readonly sandbox?: 'inside' | 'leaves';
  /** The call asks for the network of the machine for programs in the sandbox. */
  readonly network?: boolean;
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

/** A call that was allowed. */
export interface GrantedCall {
  /** The paths of its input, with where they led when they were judged. */
  readonly touches: readonly Touch[];
  /** Its command changes settings and declares which of its calls a person must approve (`approves`). */
  readonly keepsSettings: boolean;
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
  /** More folders that the user works in, as absolute paths: their files count as files of the project. */
  readonly folders?: readonly string[] | undefined;
  /** Files that programs may not change because something trusted runs them, such as the scripts of hooks. */
  readonly guarded?: readonly string[];
  readonly sandbox?: Sandbox | undefined;
  /** helve's home, whose own files (token, keys, settings) the calls of models must not read. */
  readonly privateHome?: string | undefined;
  /** Ask rules apply in every mode. Without it, `bypassPermissions` is the answer to them: the user typed the command. */
  readonly asksAlways?: boolean | undefined;
}

/** What a policy differs in from the one of the settings. */
export interface PolicyChange {
  readonly mode: Mode;
  /** Rules besides its own. */
  readonly rules: readonly Rule[];
  /** Overrides the setting and the flag. */
  readonly sandbox?: SandboxSetting;
  /** More folders to work in, besides its own, as absolute paths. */
  readonly folders?: readonly string[];
}

export interface Policy {
  readonly mode: Mode;
  /** What it was made from; absent: it has no rules. A confinement is compiled from it. */
  readonly basis?: PolicySettings | undefined;
  /** How programs are confined; absent: they are not. */
  readonly sandbox?: Sandbox | undefined;
  /** It allows everything, so nothing needs to be found out for it. */
  readonly open?: boolean;
  /** Makes it ready to judge, where that was put off. */
  ready?(): Promise<void>;
  judge(request: Request): Decision;
  /** Whether no rule denies a command a path it came across by itself, or that its input leads to by now. */
  permits(command: string, absolutePath: string, access: Access, call?: GrantedCall): boolean;
  /** Whether a rule allows a command, or some of what it may be called with. */
  mayAllow?(command: string): boolean;
  /** Whether a rule lets the programs of a request run outside the sandbox. */
  mayLeaveSandbox?(request: Request): boolean;
  /** Whether it would allow a request that its mode asks about, if it had these rules too. */
  wouldAllow?(request: Request, rules: readonly Rule[]): Promise<boolean>;
}

/** The same policy, with another way to judge. It is never open: then requests would not be looked into. */
export function judgingBy(policy: Policy, judge: Policy['judge']): Policy {
  return {
    mode: policy.mode,
    get basis() {
      return policy.basis;
    },
    get sandbox() {
      return policy.sandbox;
    },
    ready: async () => policy.ready?.(),
    permits: (command, path, access, call) => policy.permits(command, path, access, call),
    mayLeaveSandbox: (request) => policy.mayLeaveSandbox?.(request) ?? false,
    judge,
  };
}

export interface Question extends Request {
  readonly input: object;
  readonly decision: Decision;
  /** What its programs lacked in the sandbox: with this access they run again. */
  readonly needs?: readonly Need[];
  /** The call gives consent or widens permissions: no rule and no hook may answer in the place of a person. */
  readonly approval?: boolean;
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
