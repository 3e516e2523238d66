import type { Step } from './layout.ts';

/** A program and its arguments, as they are spawned. */
export interface Spawnable {
  readonly program: string;
  readonly args: readonly string[];
}

/** A program that is started with open files: the first is descriptor 3. */
export interface WithFiles extends Spawnable {
  readonly files: readonly OpenFile[];
}

export interface OpenFile {
  readonly path: string;
  readonly to: 'read' | 'append' | 'both';
}

export interface GatePipes {
  readonly report: string;
  readonly answer: string;
  /** A file with nothing but the end of a report. */
  readonly end: string;
}

/** A program with all that confines it, for a driver. */
export interface Confined {
  readonly run: Spawnable;
  /** Variables that are set for the program alone. */
  readonly variables: Readonly<Record<string, string>>;
  /** Where the program finds others. The sandbox itself looks nothing up there. */
  readonly path: string;
  readonly cwd: string;
  readonly steps: readonly Step[];
  /** `closed`: nothing but a loopback of its own. */
  readonly network: 'closed' | 'open';
  /** A file that nobody can read, to mount over hidden ones. */
  readonly emptyFile: string;
  /** A file that shows afterwards whether the program was started. The program cannot write to it. */
  readonly status: string;
  /** The pipes at which the sandbox waits until its mounts are checked. */
  readonly gate: GatePipes | undefined;
  /** A file with a filter of system calls, where there is one for this processor. */
  readonly filter: string | undefined;
}
