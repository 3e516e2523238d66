/**
 * An editor that shows the caller's project. It may have text that is not saved yet, and terminals that its user watches.
 * What it cannot do is absent.
 */
export interface Editor {
  /** The text of a file as the editor has it; undefined: the file on disk counts. */
  readonly readText?: ((path: string, signal: AbortSignal) => Promise<string | undefined>) | undefined;
  /** Writes a file through the editor; false: the file is not one of the editor's. */
  readonly writeText?: ((path: string, text: string, signal: AbortSignal) => Promise<boolean>) | undefined;
  /** Runs a program to its end in a terminal of the editor. */
  readonly run?: ((program: EditorProgram, signal: AbortSignal) => Promise<EditorRun>) | undefined;
}

export interface EditorProgram {
  /** The tool call that the terminal belongs to. */
  readonly callId: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Variables that it gets besides those of the editor. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export interface EditorRun {
  readonly output: string;
  /** The beginning of the output is missing. */
  readonly truncated: boolean;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
}
