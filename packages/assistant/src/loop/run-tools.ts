import { CommandError, didYouMean, toCommandError } from '@helve/command';
import { withReach } from '@helve/command/host';
import { asModel, type Ask, type Caller, judgingBy, type Policy, under } from '@helve/policy';
import type { EntryOf } from '../log/entry.ts';
import type { ToolCallPart } from '../model/message.ts';
import { isForPerson } from '../permissions/for-person.ts';
import { failed, notRun } from '../tools/reply.ts';
import type { ToolPlace, ToolPlan, ToolReply } from '../tools/tool.ts';
import type { Denial } from './events.ts';
import type { CallResult } from './hooks.ts';
import type { Repeats } from './repeats.ts';
import { runInOrder } from './schedule.ts';
import type { Turn, TurnCaller } from './turn-state.ts';

interface Planned extends ToolPlan {
  readonly call: ToolCallPart;
  /** What a hook decided about it. */
  readonly permission?: 'allow' | 'ask' | undefined;
  readonly handsOver?: boolean | undefined;
}

type CallInput = Readonly<Record<string, unknown>>;

/** Hears of the input with which alone a call is permitted. */
type Rewrite = (input: CallInput) => void;

/**
 * Makes the calls of an answer. Each gets its result in the log, whatever happens: refused, failed, cancelled or never
 * begun. Gives the calls that were not permitted.
 */
export async function runTools(
  turn: Turn,
  calls: readonly ToolCallPart[],
  repeats: Repeats,
): Promise<readonly Denial[]> {
  const notes: string[] = [];
  const callerNow = () => withReach(turn.caller(), { signal: turn.signal });
  const place = placeIn(turn, notes);
  const planned = await Promise.all(calls.map((call) => plan(turn, call, place, notes)));
  const {
    host: { now = Date.now },
  } = place.caller;
  const denials: Denial[] = [];
  const results: CallResult[] = [];
  await runInOrder(planned, async (ready) => {
    const { call } = ready;
    const begun = now();
    turn.emit({ type: 'toolStart', call });
    const progress = (message: string) => turn.emit({ type: 'toolProgress', callId: call.id, message });
    const handOver = ready.handsOver ? turn.handOvers?.begin(call.id) : undefined;
    const placeFor = (made: Planned, rewrite: Rewrite) => ({
      ...place,
      callId: call.id,
      caller: withReach(callerFor(turn, made, callerNow(), rewrite), {
        progress,
        handOver: handOver?.signal,
        toolCall: call.id,
      }),
    });
    const replan = (input: CallInput) => plan(turn, { ...call, input }, place, notes);
    const { made, reply } = await make(turn, ready, placeFor, replan);
    handOver?.end();
    recordResult(turn, call, reply, now() - begun);
    results.push({ call: made.call, reply });
    if (reply.outcome === 'denied') denials.push({ call, reason: reply.brief });
    denials.push(...(reply.denials ?? []));
    for (const { afterTool } of turn.hooks) {
      const words = await afterTool?.(made.call, reply, turn, made);
      if (words !== undefined) notes.push(words);
    }
    const circles = repeats.note(call, reply);
    if (circles !== undefined) notes.push(circles);
  });
  for (const { afterBatch } of turn.hooks) {
    const words = await afterBatch?.(results, turn);
    if (words !== undefined) notes.push(words);
  }
  for (const text of notes) turn.emit({ type: 'note', entry: turn.log.append({ type: 'note', text }) });
  return denials;
}

/** Makes a call with its own input, or with the one that whoever permits it wants it to have. */
async function make(
  turn: Turn,
  ready: Planned,
  placeFor: (made: Planned, rewrite: Rewrite) => ToolPlace,
  replan: (input: CallInput) => Promise<Planned>,
): Promise<{ readonly made: Planned; readonly reply: ToolReply }> {
  const { aborted, reason } = turn.signal;
  if (aborted) return { made: ready, reply: notRun(toCommandError(reason).message) };
  let wanted: CallInput | undefined;
  const first = placeFor(ready, (input) => (wanted = input));
  const reply = await run(turn, ready, first);
  if (!wanted || turn.signal.aborted) return { made: ready, reply };
  const made: Planned = { ...(await replan(wanted)), permission: 'allow' };
  return {
    made,
    reply: await run(
      turn,
      made,
      placeFor(made, () => {}),
    ),
  };
}

async function run(turn: Turn, ready: Planned, place: ToolPlace): Promise<ToolReply> {
  try {
    for (const { beforeRun } of turn.hooks) await beforeRun?.(ready.call, ready, turn);
  } catch (thrown) {
    return failed(toCommandError(thrown));
  }
  const reply = await ready.run(place);
  // Nobody said no: nobody waited for an answer any more.
  const { signal } = turn;
  return signal.aborted && reply.outcome === 'denied' ? failed(toCommandError(signal.reason)) : reply;
}

/**
 * Who a call is made for: the model, also where the call is one of several within another. What a hook decided about it
 * counts as an answer, or as a reason to ask.
 */
function callerFor(
  turn: Turn,
  { call, permission }: Pick<Planned, 'call' | 'permission'>,
  caller: TurnCaller,
  rewrite: Rewrite = () => {},
): Caller {
  const ask: Ask = async (question) => {
    if (permission === 'allow' && !isForPerson(question)) return { allow: true };
    const { input, ...answer } = await turn.ask(call, question, { signal: turn.signal, policy: caller.ownPolicy });
    if (!input) return answer;
    // What was permitted is not what this call would do.
    rewrite(input);
    return { allow: false, reason: 'a hook allows it only with a different input' };
  };
  return under(asModel<TurnCaller>(caller), {
    ask,
    ...(permission === 'ask' ? { policy: askingPolicy(caller.authority.policy) } : {}),
  });
}

/** Asks about what it would allow. */
function askingPolicy(policy: Policy): Policy {
  return judgingBy(policy, (request) => {
    const decision = policy.judge(request);
    if (decision.verdict !== 'allow') return decision;
    return { verdict: 'ask', rule: 'PreToolUse', source: 'a hook', reason: 'a hook requires approval' };
  });
}

/** What tools are given to work with in a turn. `notes` gets what hooks have to say. */
export function placeIn(turn: Turn, notes: string[]): ToolPlace {
  const { registry, log, model, signal } = turn;
  const caller = withReach(turn.caller(), { signal });
  return {
    registry,
    caller,
    callId: '',
    conversation: log.id,
    model: model.id,
    keep: (name, data) => void log.append({ type: 'extra', name, data }),
    change: turn.change,
    admit: async (call) => {
      const asked = await askHooks(turn, call, notes);
      return { call: asked.call, caller: callerFor(turn, asked, caller) };
    },
  };
}

/** Pairs calls that will not be made with a result that says why. */
export function skipTools(turn: Turn, calls: readonly ToolCallPart[], why: string): void {
  for (const call of calls) recordResult(turn, call, notRun(why), 0);
}

async function plan(turn: Turn, call: ToolCallPart, place: ToolPlace, notes: string[]): Promise<Planned> {
  try {
    const tool = turn.tools.find(({ name }) => name === call.name);
    if (!tool) throw unknownTool(turn, call.name);
    if (call.malformed !== undefined) throw malformed(call);
    const { call: changed, permission } = await askHooks(turn, call, notes);
    return { call: changed, permission, handsOver: tool.handsOver, ...(await tool.plan(changed.input, place)) };
  } catch (thrown) {
    const reply = failed(toCommandError(thrown));
    return { call, effect: 'inspect', touches: [], run: async () => reply };
  }
}

/** The call as hooks want it. */
async function askHooks(
  turn: Turn,
  call: ToolCallPart,
  notes: string[],
): Promise<Pick<Planned, 'call' | 'permission'>> {
  let changed = call;
  let permission: Planned['permission'];
  for (const { beforeTool } of turn.hooks) {
    const verdict = await beforeTool?.(changed, turn);
    if (verdict && 'deny' in verdict) {
      throw new CommandError('PERMISSION_DENIED', `${call.name} was not permitted: ${verdict.deny}`, {
        retry: 'never',
      });
    }
    if (!verdict) continue;
    changed = { ...changed, input: verdict.input };
    // Of several, the one who wants to ask is heard.
    if (permission !== 'ask') permission = verdict.permission ?? permission;
    if (verdict.note !== undefined) notes.push(verdict.note);
  }
  return { call: changed, permission };
}

function recordResult(
  turn: Turn,
  call: ToolCallPart,
  { content, outcome, brief, exitCode }: ToolReply,
  durationMs: number,
): void {
  const entry: EntryOf<'toolResult'> = turn.log.append({
    type: 'toolResult',
    callId: call.id,
    name: call.name,
    content,
    outcome,
    brief,
    ...(exitCode === undefined ? {} : { exitCode }),
    durationMs,
  });
  turn.emit({ type: 'toolEnd', call, entry });
}

function unknownTool({ tools }: Turn, name: string): CommandError {
  const names = tools.map((tool) => tool.name);
  return new CommandError('UNKNOWN_COMMAND', `There is no tool ${JSON.stringify(name)}`, {
    hint: didYouMean(name, names, `There are: ${names.join(', ')}.`),
  });
}

function malformed({ name, malformed: json = '' }: ToolCallPart): CommandError {
  return new CommandError('INVALID_INPUT', `The arguments of ${name} are not a JSON object: ${json.slice(0, 200)}`, {
    hint: 'Make the call again with arguments that are valid JSON.',
  });
}
