import type { Phase } from './state.ts';

/** What the status bar calls a phase. */
export function phaseName(phase: Phase): string {
  return PHASES[phase];
}

const PHASES: Readonly<Record<Phase, string>> = {
  preparing: 'Preparing',
  thinking: 'Thinking',
  answering: 'Answering',
  tools: 'Working',
  compacting: 'Compacting',
  retrying: 'Waiting',
  asking: 'Asking',
};
