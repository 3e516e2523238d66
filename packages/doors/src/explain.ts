import {
  type Effect,
  type ErrorReport,
  realPath,
  type Registry,
  type Rendering,
  toCommandError,
  validate,
} from '@helve/command';
import { greatestEffect } from '@helve/command/host';
import { formatLine, type Invocation, parse, type TokenizedLine, withGlobals } from '@helve/command/line';
import {
  type Caller,
  commandText,
  decide,
  type Decision,
  describeRun,
  inSandbox,
  type ProgramRun,
  requestFor,
} from '@helve/policy';

/** How a line is understood, and what would happen if it were run. */
export interface Explanation {
  readonly line: string;
  readonly valid: boolean;
  /** What is wrong with the line. */
  readonly error?: ErrorReport;
  readonly command?: string;
  readonly summary?: string;
  readonly effect?: Effect;
  /** The input with defaults. */
  readonly input?: object;
  /** Values that would be read from a file or from standard input when the line runs. */
  readonly reads?: readonly string[];
  /** The same line in its plainest form. */
  readonly canonical?: string;
  readonly paths?: readonly { readonly path: string; readonly real: string; readonly access: string }[];
  /** The commands of a shell line, each of which is judged, and why they may not be all. */
  readonly commands?: readonly string[];
  readonly doubts?: readonly string[];
  readonly policy?: Omit<Decision, 'outsideRoots'>;
  /** Where the programs that it starts would run, and what they could do there. */
  readonly programs?: ProgramRun;
  readonly warnings: readonly string[];
}

/** Says how a line is read, what it would touch and what the policy would decide. Runs nothing. */
export async function explain(registry: Registry, given: TokenizedLine, caller: Caller): Promise<Explanation> {
  const line = given.line.slice(given.tokens[0]?.start);
  try {
    const parsed = await parse(registry, given, [], (said) => withGlobals(caller, said).place);
    if (parsed.kind === 'command') return await explainCommand(line, parsed, withGlobals(caller, parsed.globals));
    return {
      line,
      valid: true,
      summary: `Shows ${parsed.kind === 'help' ? 'help' : 'an explanation'}`,
      effect: 'inspect',
      warnings: [],
    };
  } catch (thrown) {
    return { line, valid: false, error: toCommandError(thrown).report(), warnings: [] };
  }
}

async function explainCommand(line: string, invocation: Invocation, caller: Caller): Promise<Explanation> {
  const { command, sources } = invocation;
  // What `@file` holds is not read: explaining touches nothing. A value that fits stands in for it.
  const standIns = Object.fromEntries(
    sources.map(({ parameter }) => [parameter.name, parameter.type === 'json' ? [] : '']),
  );
  const complete = sources.length === 0;
  const { input } = complete ? await validate(command, invocation.input) : { input: { ...invocation.input } };
  const subject = (complete ? await command.subject?.(input, caller.place) : undefined) ?? {};
  const call = { command, input: { ...standIns, ...(subject.input ?? input) }, subject, place: caller.place };
  const { policy } = caller.authority;
  await policy.ready?.();
  const request = await inSandbox(await requestFor(call), call, policy);
  const { shell } = request;
  const { verdict, rule, source, reason } = decide(call, request, policy);
  const programs = await describeRun(request, policy, caller.place);
  return {
    line,
    valid: true,
    command: command.path,
    summary: command.summary,
    effect: complete ? request.effect : greatestEffect(command),
    input,
    ...(complete
      ? {}
      : { reads: sources.map(({ parameter, file }) => `--${parameter.flag} from ${file ?? 'standard input'}`) }),
    canonical: formatLine(command, invocation.input),
    paths: [
      ...request.touches,
      ...(shell?.redirections ?? []),
      ...(shell?.commands ?? []).flatMap((each) => each.touches),
    ].map(({ path, access }) => ({ path, real: realPath(path), access })),
    ...(shell ? { commands: [...new Set(shell.commands.map(commandText))], doubts: shell.doubts } : {}),
    policy: { verdict, rule, source, reason },
    ...(programs ? { programs } : {}),
    warnings: invocation.warnings,
  };
}

export const EXPLANATION_RENDERING: Rendering<unknown, Explanation> = {
  model: renderExplanation,
  person: renderExplanation,
  brief: ({ valid, command, policy }) =>
    valid ? `${command ?? 'help'}: ${policy?.verdict ?? 'allow'}` : 'The line is not valid',
};

function renderExplanation(explained: Explanation): string {
  const { error, policy } = explained;
  if (error) return [error.message, error.details?.excerpt, error.hint].filter(Boolean).join('\n');
  const rows: (readonly [string, string | undefined])[] = [
    ['command', explained.command],
    ['does', explained.summary],
    ['effect', explained.effect],
    ['input', explained.input && JSON.stringify(explained.input)],
    ['same as', explained.canonical],
    ...(explained.reads ?? []).map((read) => ['reads', read] as const),
    ...(explained.paths ?? []).map(
      ({ path, real, access }) =>
        [access === 'read' ? 'reads' : 'writes', real === path ? path : `${path} -> ${real}`] as const,
    ),
    ...(explained.commands ?? []).map((each) => ['runs', each] as const),
    ...(explained.doubts ?? []).map((each) => ['unclear', each] as const),
    ['policy', policy && `${policy.verdict}: ${policy.reason} (${policy.rule}, ${policy.source})`],
    ...(explained.programs ? programRows(explained.programs) : []),
    ...explained.warnings.map((warning) => ['warning', warning] as const),
  ];
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(9)} ${value}`])).join('\n');
}

/** Where programs would run. What a confinement lists is shown as far as a person would read it. */
function programRows({ text, state, rule, source, confinement }: ProgramRun): readonly (readonly [string, string])[] {
  const by = rule === undefined ? '' : `, because of ${rule} (${source})`;
  const rows: readonly (readonly [string, string])[] = [
    ['programs', text],
    ...(confinement && state?.works ? [['sandbox', `${state.driver}${by}`] as const] : []),
    ...(rule === 'sandbox off' ? [['sandbox', `off (${source})`] as const] : []),
  ];
  if (!confinement) return rows;
  const { writable, readOnly, guarded, hidden, sockets, network } = confinement;
  const hosts = typeof network === 'object' ? network.hosts : [network === 'open' ? 'all hosts' : 'no host'];
  const lists = { writable, 'read-only': [...readOnly, ...guarded], hidden, hosts, sockets };
  return [
    ...rows,
    ...Object.entries(lists).flatMap(([name, each]) => (each.length === 0 ? [] : [[name, shownList(each)] as const])),
  ];
}

const MOST_SHOWN = 8;

function shownList(all: readonly string[]): string {
  const more = all.length - MOST_SHOWN;
  return [...all.slice(0, MOST_SHOWN), ...(more > 0 ? [`and ${more} more (--json)`] : [])].join(', ');
}
