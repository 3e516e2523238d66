import type { Confinement } from '@helve/command';
import type { Allowances } from '@helve/network';
import type { CallTemplate, Manual, UtcpTool } from './manual-format.ts';

/** What a protocol is given of the world around it. */
export interface Host {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The state folder. */
  readonly home: string;
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly progress: (message: string) => void;
  readonly warn: (message: string) => void;
  /** Where relative paths of manuals start. */
  readonly root: string;
  /** What the user's settings allow beyond the defaults. */
  readonly allow: Allowances;
  /** What the operating system enforces on programs of tools; absent: nothing. */
  readonly confinement?: Confinement | undefined;
}

export interface ToolCall {
  readonly manualName: string;
  readonly tool: UtcpTool;
  /** The tool's template with its variables filled in. */
  readonly template: CallTemplate;
  /** Values of variables that are in the template, by name: they must not be shown. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Valid by the tool's `inputs`, with defaults. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Milliseconds; absent: the template's own, or the protocol's default. */
  readonly timeoutMs?: number;
  /** Told of what happens on the way, by protocols that can. */
  readonly onEvent?: (event: CallEvent) => void;
}

/** Something that happened during a call: a step began or ended, a part of the answer came. */
export interface CallEvent {
  readonly type: string;
  readonly [key: string]: unknown;
}

export interface ToolResult {
  /** The plain value, as UTCP clients give it. */
  readonly value: unknown;
  /** All there is to know of how it came about, in the protocol's own shape. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Something in a manual or a template that is wrong or dangerous. */
export interface Finding {
  readonly level: 'error' | 'warning';
  /** As a path into the document: `tools[0].tool_call_template.commands[1].command`. */
  readonly at: string;
  readonly message: string;
  readonly hint?: string;
}

/** How tools of one kind of call template are found and called. */
export interface Protocol {
  readonly type: string;
  /** Reads the manual that a template leads to. Variables in the template are filled in. */
  discover(template: CallTemplate, host: Host): Promise<Manual>;
  call(call: ToolCall, host: Host): Promise<ToolResult>;
  /** The tool that a manual's template is by itself, where it is one. Asking runs nothing. */
  toolOf?(template: CallTemplate): UtcpTool | undefined;
  /** What is wrong with a template, without running anything; `at` is there. */
  check?(template: CallTemplate, at: string, tool?: UtcpTool): readonly Finding[];
  /** Ends what is kept between calls: connections, servers. */
  close?(): Promise<void>;
}
