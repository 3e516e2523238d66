import type { Effort } from '@helve/assistant';
import type { Mode } from '@helve/policy';
import type { Block } from '../markdown/block.ts';
import type { MarkdownStream } from '../markdown/stream.ts';
import type { Line } from '../text/span.ts';
import type { TodoView, ToolView } from './tool-view.ts';

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
  /** What the conversation is about. */
  readonly title?: string | undefined;
  /** How hard the model should think, where the user has said so. */
  readonly effort?: Effort | undefined;
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
  /** They are over, and wait for more that can be shown with them. */
  readonly isHeld?: boolean;
  /** The answer that comes in. */
  readonly answer?: MarkdownStream;
  /** It is said in the scrollback whose answer it is, and nothing else stands below that. */
  readonly isLabelled?: boolean;
  /** What the model has thought since something was printed, and for how long. */
  readonly thought: ThoughtView;
  /** Tokens that came in this turn, about. */
  readonly tokens: number;
  /** Why it waits, and until when, in milliseconds of the clock. */
  readonly pause?: { readonly why: string; readonly until: number };
}

export interface ThoughtView {
  readonly text: string;
  /** Milliseconds. */
  readonly duration: number;
  /** Milliseconds of the clock, from when the next part is counted. */
  readonly since: number;
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
  /** What stands at the beginning of all. */
  | { readonly kind: 'header'; readonly version: string; readonly folder: string; readonly model: string }
  | { readonly kind: 'user'; readonly text: string }
  /** A slash command that the user has typed. */
  | { readonly kind: 'echo'; readonly text: string }
  | { readonly kind: 'label' }
  | { readonly kind: 'answer'; readonly block: Block }
  | { readonly kind: 'tools'; readonly tools: readonly ToolView[] }
  /** The model thought for so many milliseconds; absent: that is not known any more. */
  | { readonly kind: 'thought'; readonly text: string; readonly duration?: number }
  /** A turn is over: what it took, in milliseconds and US dollars. */
  | { readonly kind: 'turn'; readonly duration: number; readonly cost: number }
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
  /** The model's task list. */
  readonly todos: readonly TodoView[];
}

export const EMPTY_STATE: ScreenState = {
  status: { mode: 'default', messages: 0, cost: 0 },
  waiting: [],
  finished: [],
  calls: [],
  todos: [],
};
