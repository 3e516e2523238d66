/** What a program in the sandbox may do besides reading. */
export interface Limits {
  /** The folders it may write in, as absolute paths. They must exist. */
  readonly folders: readonly string[];
  readonly network: boolean;
}

/** A program and its arguments, as they are spawned. */
export interface Spawnable {
  readonly program: string;
  readonly args: readonly string[];
}
