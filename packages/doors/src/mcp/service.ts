import type { Calls } from './calls.ts';
import type { OfferedTool } from './offered-tool.ts';

/** What is served, however it is reached. */
export interface Service {
  readonly version: string;
  /** How to use the tools, for the client's model. */
  readonly instructions: string;
  readonly tools: readonly OfferedTool[];
  readonly calls: Calls;
}
