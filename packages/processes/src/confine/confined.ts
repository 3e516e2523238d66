import type { Step } from './layout.ts';

/** A program and its arguments, as they are spawned. */
export interface Spawnable {
  readonly program: string;
  readonly args: readonly string[];
}

/** A program with all that confines it, for a driver. */
export interface Confined {
  readonly run: Spawnable;
  readonly cwd: string;
  readonly steps: readonly Step[];
  readonly network: 'closed' | 'open';
  /** A file that nobody can read, to mount over hidden ones. */
  readonly emptyFile: string | undefined;
}
