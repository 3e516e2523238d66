import type { Mode } from '@helve/policy';
import type { Block } from '../markdown/block.ts';
import type { MarkdownStream } from '../markdown/stream.ts';
import type { Line } from '../text/span.ts';
import type { ToolView } from './tool-view.ts';

/** What the status bar tells. */
export interface StatusView {
  readonly mode: Mode;
  /** As people call the model, or that there is none; nothing while that is not known yet. */
  readonly model?: string;
  readonly context?: { readonly tokens: number; readonly window: number; readonly percent: number };
  readonly messages: number;
  /** US dollars. */
  readonly cost: number;
  readonly branch?: string;
  /** How old the provider's cache is, and what the next request costs with and without it. */
  readonly continuing?: string | undefined;
  /** Whether programs run in the sandbox; nothing while that is not known. */
  readonly isConfined?: boolean;
  /** What the user's own status line says instead. */
  readonly custom?: Line | undefined;
}

/** What a turn is at. */
export type Phase = 'preparing' | 'thinking' | 'answering' | 'tools' | 'compacting' | 'retrying' | 'asking';

export interface TurnView {
  /** Milliseconds of the clock. */
  readonly startedAt: number;
  readonly phase: Phase;
  /** What was said, until it is in. */
  readonly prompt?: string;
  /** It is no turn: room is made, and with that it is over. */
  readonly isOnlyCompaction?: boolean;
  /** Calls of the batch that runs. */
  readonly tools: readonly ToolView[];
  /** The answer that comes in. */
  readonly answer?: MarkdownStream;
  /** It is said in the scrollback whose answer it is, and nothing else stands below that. */
  readonly isLabelled?: boolean;
  /** The end of what the model thinks at the moment. */
  readonly thought: string;
  /** Tokens that came in this turn, about. */
  readonly tokens: number;
  /** Why it waits, and until when, in milliseconds of the clock. */
  readonly pause?: { readonly why: string; readonly until: number };
}

/** A command of the user's own that runs. */
export interface ShellView {
  readonly command: string;
  /** The last lines that it printed. */
  readonly lastLines: string;
}

/** Something that waits to be sent. */
export interface WaitingView {
  readonly id: string;
  readonly kind: 'steer' | 'queue';
  readonly text: string;
}

export type Tone = 'plain' | 'muted' | 'success' | 'warning' | 'error';

/** What is done and goes to the scrollback, once. */
export type Finished =
  | { readonly kind: 'user'; readonly text: string }
  | { readonly kind: 'label' }
  | { readonly kind: 'answer'; readonly block: Block }
  | { readonly kind: 'tools'; readonly tools: readonly ToolView[] }
  | { readonly kind: 'notice'; readonly text: string; readonly tone: Tone }
  | { readonly kind: 'lines'; readonly lines: readonly Line[] }
  | {
      readonly kind: 'shell';
      readonly command: string;
      readonly output: string;
      readonly exitCode: number | null;
      /** It printed more than is kept. */
      readonly isCut?: boolean;
    };

/** All that the engine's events say, as it is shown. What the user types stands elsewhere. */
export interface ScreenState {
  readonly status: StatusView;
  readonly turn?: TurnView;
  readonly shell?: ShellView;
  readonly waiting: readonly WaitingView[];
  /** To be written to the scrollback next. */
  readonly finished: readonly Finished[];
  /** The latest calls, for whoever wants to see more of one. */
  readonly calls: readonly ToolView[];
}

export const EMPTY_STATE: ScreenState = {
  status: { mode: 'default', messages: 0, cost: 0 },
  waiting: [],
  finished: [],
  calls: [],
};
