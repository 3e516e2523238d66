import { CommandError, type Effect, projectRoot, type Touch } from '@helve/command';
import {
  type Caller,
  commandText,
  type Decision,
  type Mode,
  parseRule,
  type Policy,
  proposeRules,
  type Question,
  type Rule,
  under,
} from '@helve/policy';
import { changeSettings, isObject } from '@helve/settings';
import type { ToolCallPart } from '../model/message.ts';

/** What a user is asked about a call, with all they need to decide. */
export interface PermissionQuestion {
  readonly id: string;
  readonly call: ToolCallPart;
  readonly command: string;
  readonly effect: Effect;
  /** Why it must be asked, and what says so. */
  readonly decision: Decision;
  /** The commands of a shell line, each of which would run. */
  readonly commands?: readonly string[];
  /** Why more may run than those. */
  readonly doubts?: readonly string[];
  readonly paths: readonly Touch[];
  /** What would change in a file, line by line. */
  readonly diff?: string;
  /** The rules that are added by an answer for longer than once; none: it can be allowed only once. */
  readonly rules: readonly string[];
}

/** `conversation`: until it is closed; `project`: in this project from now on, kept in its local settings. */
export type PermissionAnswer =
  | { readonly allow: 'once' | 'conversation' | 'project' }
  | { readonly allow: 'no'; readonly reason?: string };

export interface PermissionsOptions {
  readonly caller: Caller;
  /** Makes the caller's policy anew, with rules besides its own, and in another mode. */
  readonly remake: (change: { readonly mode: Mode; readonly rules: readonly Rule[] }) => Promise<Policy>;
}

/** What a conversation may do: the caller's policy, with what the user allows while it goes on. */
export class Permissions {
  readonly #options: PermissionsOptions;
  #caller: Caller;
  #rules: readonly Rule[] = [];
  #asked = 0;

  constructor(options: PermissionsOptions) {
    this.#options = options;
    this.#caller = options.caller;
  }

  get caller(): Caller {
    return this.#caller;
  }

  get mode(): Mode {
    return this.#caller.authority.policy.mode;
  }

  /** What the user has allowed in this conversation. */
  get rules(): readonly Rule[] {
    return this.#rules;
  }

  /** Holds from the next call on. */
  async setMode(mode: Mode): Promise<void> {
    await this.#remake(mode, this.#rules);
  }

  /** Whether a question that `policy` raised is settled by what the user has allowed since. */
  hasAllowed(question: Question, policy: Policy): boolean {
    return (
      policy !== this.#caller.authority.policy && this.#caller.authority.policy.judge(question).verdict === 'allow'
    );
  }

  async question(call: ToolCallPart, question: Question): Promise<PermissionQuestion> {
    const { command, effect, decision, shell, touches } = question;
    const diff = await question.preview?.();
    return {
      id: `ask${++this.#asked}`,
      call,
      command,
      effect,
      decision,
      ...(shell ? { commands: [...new Set(shell.commands.map(commandText))], doubts: shell.doubts } : {}),
      paths: [...touches, ...(shell?.redirections ?? [])],
      ...(diff === undefined ? {} : { diff }),
      rules: await this.#propose(question),
    };
  }

  /** Does what an answer says besides letting the call through. Gives a sentence where that is not all it should be. */
  async take({ allow }: PermissionAnswer, { rules }: PermissionQuestion): Promise<string | undefined> {
    if (allow === 'once' || allow === 'no' || rules.length === 0) return undefined;
    await this.#remake(this.mode, [
      ...this.#rules,
      ...rules.map((rule) => this.#rule(rule, allow === 'project' ? 'this project' : 'this conversation')),
    ]);
    return allow === 'project' ? this.#save(rules) : undefined;
  }

  async #save(rules: readonly string[]): Promise<string | undefined> {
    const {
      place: { cwd, home },
      host: { now = Date.now },
    } = this.#caller;
    const { file, trusted } = await changeSettings('local', { cwd, home, now }, (document) => {
      const permissions = isObject(document.permissions) ? document.permissions : {};
      const before = Array.isArray(permissions.allow) ? (permissions.allow as readonly string[]) : [];
      return { ...document, permissions: { ...permissions, allow: [...new Set([...before, ...rules])] } };
    });
    return trusted
      ? undefined
      : `${file} holds more that was not trusted, so the rule holds for now only: helve trust list`;
  }

  /** Rules for calls like this one, if they would allow it: no rule does where another one asks. */
  async #propose(question: Question): Promise<readonly string[]> {
    const { policy } = this.#caller.authority;
    if (question.decision.rule !== `mode ${policy.mode}`) return [];
    const rules = proposeRules(question, projectRoot(this.#caller.place.cwd));
    if (rules.length === 0) return [];
    try {
      const more = rules.map((rule) => this.#rule(rule, 'proposed'));
      return (await policy.wouldAllow?.(question, more)) ? rules : [];
    } catch (thrown) {
      // What cannot be written as a rule.
      if (thrown instanceof CommandError) return [];
      throw thrown;
    }
  }

  #rule(text: string, source: string): Rule {
    return { ...parseRule('allow', text, source), root: projectRoot(this.#caller.place.cwd) };
  }

  async #remake(mode: Mode, rules: readonly Rule[]): Promise<void> {
    const policy = await this.#options.remake({ mode, rules });
    this.#rules = rules;
    this.#caller = under(this.#caller, { policy });
  }
}
