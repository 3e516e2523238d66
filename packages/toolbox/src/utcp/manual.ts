/** The words of the UTCP format, as we write it. What we read may be looser: see read-manual.ts. */

export type JsonSchema = Readonly<Record<string, unknown>>;

/** How a tool is called, or where a manual is found. Each protocol reads its own keys beside these. */
export interface CallTemplate {
  readonly name?: string;
  /** The protocol: `cli`, `http`, `mcp`. */
  readonly call_template_type: string;
  /** Protocols that the tools of a manual may use; absent or empty: only its own. */
  readonly allowed_communication_protocols?: readonly string[];
  readonly [key: string]: unknown;
}

export interface UtcpTool {
  /** Within its manual, without the manual's name. May hold dots. */
  readonly name: string;
  readonly description: string;
  readonly inputs: JsonSchema;
  readonly outputs: JsonSchema;
  readonly tags: readonly string[];
  readonly average_response_size?: number;
  readonly tool_call_template: CallTemplate;
}

export interface Manual {
  readonly utcp_version: string;
  readonly manual_version: string;
  readonly tools: readonly UtcpTool[];
}
