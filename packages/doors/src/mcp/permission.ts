import { type Answer, type Ask, describeNeed, describeRun, type Question } from '@helve/policy';
import type { Approvals } from '@helve/settings';

/** The name of our one question among a call's input requests. */
export const PERMISSION = 'permission';

/** How long an answer applies. The words are what the user of a client chooses from. */
const LASTING = ['once', 'until this server stops', 'always in this project'] as const;

/** A form for the user of a client. To accept it is to allow; its field, if any, is how long that applies. */
export type PermissionForm = Awaited<ReturnType<typeof permissionForm>>;

/**
 * A question to the user behind the client. The protocol asks by ending the call with the question; the client makes the
 * call again with the answer.
 */
export interface PermissionRound {
  readonly ask: Ask;
  /** What the user must be asked before the call can be made; set once `ask` had no answer. */
  readonly pending: () => PermissionForm | undefined;
}

/** The questions of one call so far. An answer belongs to the question that was put, and to no other of the call. */
export interface Asked {
  put?: string;
  readonly answers: Map<string, Answer>;
}

export function permissionRound(
  asked: Asked,
  responses: Readonly<Record<string, unknown>> | undefined,
  approvals: Approvals,
): PermissionRound {
  let pending: PermissionForm | undefined;
  let response = responses?.[PERMISSION];
  return {
    ask: async (question) => {
      const form = await permissionForm(question, approvals);
      const known = asked.answers.get(form.message);
      if (known) return known;
      if (response !== undefined && asked.put === form.message) {
        const answer = await take(response, question, approvals);
        response = undefined;
        asked.answers.set(form.message, answer);
        return answer;
      }
      pending = form;
      asked.put = form.message;
      return { allow: false, reason: 'the user is being asked' };
    },
    pending: () => pending,
  };
}

/** Asks by a request to the client in the middle of the call, as the protocol had it before 2026-07-28. */
export function askThrough(send: (form: PermissionForm) => Promise<unknown>, approvals: Approvals): Ask {
  return async (question) => {
    try {
      return await take(await send(await permissionForm(question, approvals)), question, approvals);
    } catch (thrown) {
      return { allow: false, reason: `the user could not be asked: ${(thrown as Error).message}` };
    }
  };
}

async function permissionForm(question: Question, approvals: Approvals) {
  const rules = await approvals.rulesFor(question);
  const allow = {
    type: 'string' as const,
    title: 'Allow for how long?',
    description: `For longer than once, helve adds ${rules.length > 1 ? 'these rules' : 'this rule'}: ${rules.join(', ')}`,
    enum: [...LASTING],
    default: LASTING[0],
  };
  return {
    message: await describe(question, approvals),
    requestedSchema: { type: 'object' as const, properties: rules.length === 0 ? {} : { allow } },
  };
}

/** What a client's user answered. A lasting answer becomes rules before the call goes on. */
async function take(response: unknown, question: Question, approvals: Approvals): Promise<Answer> {
  if (!isAccepted(response)) return { allow: false };
  const { content } = response as { readonly content?: { readonly allow?: unknown } };
  const [, untilEnd, always] = LASTING;
  if (content?.allow === untilEnd || content?.allow === always) {
    await approvals.allow(await approvals.rulesFor(question), content.allow === always ? 'project' : 'end');
  }
  return { allow: true };
}

/** Whether a client says that it can put forms to its user. */
export function declaresForms(capabilities: unknown): boolean {
  const { elicitation } = (capabilities ?? {}) as {
    readonly elicitation?: { readonly form?: object; readonly url?: object };
  };
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

function isAccepted(response: unknown): boolean {
  return typeof response === 'object' && response !== null && 'action' in response && response.action === 'accept';
}

const LONGEST_SUBJECT = 4_000;
const LONGEST_VALUE = 1_000;

/** The question in plain words: what would run or change, and why helve asks. */
async function describe(question: Question, { caller }: Approvals): Promise<string> {
  const { command, decision, needs, sandbox } = question;
  const { title, subject } = await subjectOf(question);
  if (needs) {
    const lacked = needs.map(describeNeed).join(' and ');
    return `This command failed in the sandbox because it needs ${lacked}:\n\n${subject}\n\nAllow that, and run it again?`;
  }
  const leaves = sandbox === 'leaves';
  const runs = leaves ? undefined : await describeRun(question, caller.authority.policy, caller.place);
  const reason = `${decision.reason}${/^(?:mode|sandbox) /.test(decision.rule) ? '' : ` (${decision.source})`}`;
  return [
    `Allow helve to ${title ?? `run ${command}`}${leaves ? ' outside the sandbox' : ''}?`,
    ...(subject === '' ? [] : [subject]),
    [`Why helve asks: ${reason}.`, ...(runs ? [runs.text] : [])].join('\n'),
  ].join('\n\n');
}

interface Described {
  readonly title?: string;
  readonly subject: string;
}

async function subjectOf({ input, shell, preview }: Question): Promise<Described> {
  const { command: line, sessionId, input: typed } = input as Readonly<Record<string, unknown>>;
  // The line as it is written: quotes, redirections and here-documents are part of what is allowed.
  if (shell && typeof line === 'string') return { title: 'run this command', subject: clipped(line, LONGEST_SUBJECT) };
  if (typeof typed === 'string' && typeof sessionId === 'string') {
    return { title: `type this into session ${sessionId}`, subject: clipped(typed, LONGEST_SUBJECT) };
  }
  const diff = await preview?.();
  return { subject: clipped(diff ?? fieldsOf(input), LONGEST_SUBJECT) };
}

/** One field per line; those that are off say nothing. */
function fieldsOf(input: object): string {
  return Object.entries(input)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]: [string, unknown]) => {
      const text = clipped(typeof value === 'string' ? value : JSON.stringify(value), LONGEST_VALUE);
      return text.includes('\n') ? `${name}:\n  ${text.trimEnd().replaceAll('\n', '\n  ')}` : `${name}: ${text}`;
    })
    .join('\n');
}

function clipped(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}… [${text.length - most} more characters]` : text;
}
