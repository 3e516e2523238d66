import type { ContentPart, ErrorReport } from '@helve/command';

/** What a line gives back, in the form of the tool results that it comes from. */
export interface LineResult {
  /** For the model, or for who reads it instead: whole, or bounded with the rest in a file. */
  readonly llmContent: string | readonly ContentPart[];
  /** For a person, in one short line. */
  readonly returnDisplay: string;
  readonly error?: LineError;
  /** The command did its work; what it ran has failed. */
  readonly failed?: true;
  readonly warnings?: readonly string[];
  /** The result itself, for a caller that is a program. */
  readonly data?: unknown;
}

export interface LineError extends ErrorReport {
  readonly type: 'INVALID_TOOL_PARAMS' | 'EXECUTION_FAILED';
}
