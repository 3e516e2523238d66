import { isObject, type JsonObject } from '@helve/settings';
import { GUARDS, type HookEvent } from './events.ts';
import type { HookEnd } from './run-hook.ts';

/** What a hook wants. */
export interface HookOutcome {
  /** It refuses, and why. */
  readonly block?: string;
  /** It wants the turn to end, and why. */
  readonly stop?: string;
  /** What it decides instead of the user, or that the user must be asked. */
  readonly permission?: 'allow' | 'ask';
  /** The input that a call should have instead. */
  readonly input?: JsonObject;
  /** Words for the model. */
  readonly context?: string;
  /** Words for the user. */
  readonly notice?: string;
}

/** Events at which whatever a hook prints is meant for the model. */
const PRINTS_CONTEXT: ReadonlySet<HookEvent> = new Set(['UserPromptSubmit', 'SessionStart']);

/** Events at which to refuse means to go on: one that says to stop does not refuse. */
const ENDS: ReadonlySet<HookEvent> = new Set(['Stop', 'SubagentStop']);

const MOST_CONTEXT = 10_000;

/** Reads what became of a hook. */
export function outcomeOf(event: HookEvent, name: string, end: HookEnd): HookOutcome {
  if (end.kind !== 'ended') {
    const why = end.kind === 'late' ? `the hook ${name} timed out` : `the hook ${name} failed: ${end.why}`;
    return GUARDS.has(event) ? { block: why, notice: why } : { notice: why };
  }
  const { code, stdout, stderr } = end;
  if (code === 2) return { block: stderr.trim() || stdout.trim() || `the hook ${name} refused it` };
  if (code !== 0) return { notice: `the hook ${name} ended with ${code}: ${(stderr || stdout).trim().slice(0, 500)}` };
  const said = stdout.trim();
  if (said.startsWith('{')) {
    const json = parse(said);
    if (json) return readDecision(event, name, json);
    return { notice: `the hook ${name} printed invalid JSON: ${said.slice(0, 200)}` };
  }
  return PRINTS_CONTEXT.has(event) && said !== '' ? { context: said.slice(0, MOST_CONTEXT) } : {};
}

function readDecision(event: HookEvent, name: string, json: JsonObject): HookOutcome {
  const own = isObject(json.hookSpecificOutput) ? json.hookSpecificOutput : {};
  // PermissionRequest nests its decision.
  const nested = isObject(own.decision) ? own.decision : {};
  const verdict = own.permissionDecision ?? nested.behavior ?? json.decision;
  const reason = textOf(own.permissionDecisionReason ?? nested.message ?? json.reason);
  const refused = json.ok === false || verdict === 'deny' || verdict === 'block';
  const stops = json.continue === false && !ENDS.has(event);
  const why = textOf(json.stopReason) ?? reason;
  const input = own.updatedInput ?? nested.updatedInput;
  const context = textOf(own.additionalContext ?? json.additionalContext);
  const notice = textOf(json.systemMessage) ?? (stops ? why : undefined);
  const allows = verdict === 'allow' || verdict === 'approve';
  return {
    ...(stops ? { stop: why ?? `the hook ${name} ended it` } : {}),
    ...(stops || (refused && json.continue !== false) ? { block: reason ?? why ?? `the hook ${name} refused it` } : {}),
    ...(allows ? { permission: 'allow' as const } : verdict === 'ask' ? { permission: 'ask' as const } : {}),
    ...(isObject(input) ? { input } : {}),
    ...(context === undefined ? {} : { context: context.slice(0, MOST_CONTEXT) }),
    ...(notice === undefined ? {} : { notice }),
  };
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
