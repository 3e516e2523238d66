import { call, inWords, projectRoot, worded } from '@helve/command';
import {
  type Caller,
  type Mode,
  parseRule,
  type Policy,
  type PolicyChange,
  type Question,
  type Rule,
  rulesForQuestion,
  type SandboxSetting,
  under,
} from '@helve/policy';
import { changeSettings } from './change-settings.ts';
import { isObject } from './document.ts';

export interface ApprovalsOptions {
  readonly caller: Caller;
  /** Makes the caller's policy again, with rules besides its own, in another mode or with another sandbox. */
  readonly remake: (change: PolicyChange) => Promise<Policy>;
}

/** A caller whose user approves more while it works: their answers become rules of its policy. */
export class Approvals {
  readonly #remake: ApprovalsOptions['remake'];
  #caller: Caller;
  #rules: readonly Rule[] = [];
  #sandbox: SandboxSetting | undefined;
  #folders: readonly string[] = [];

  constructor({ caller, remake }: ApprovalsOptions) {
    this.#caller = caller;
    this.#remake = remake;
  }

  get caller(): Caller {
    return this.#caller;
  }

  get mode(): Mode {
    return this.#caller.authority.policy.mode;
  }

  /** What the user has allowed since it started. */
  get rules(): readonly Rule[] {
    return this.#rules;
  }

  /** Applies from the next call on. */
  async setMode(mode: Mode): Promise<void> {
    await this.#change({ mode });
  }

  /** Applies from the next program on. */
  async setSandbox(sandbox: SandboxSetting): Promise<void> {
    await this.#change({ sandbox });
  }

  /** More folders to work in, which the user has added since it started. */
  get folders(): readonly string[] {
    return this.#folders;
  }

  /** Applies from the next call on. */
  async addFolder(folder: string): Promise<void> {
    await this.#change({ folders: [...this.#folders, folder] });
  }

  /** Whether a question that `policy` raised is settled by what the user has allowed since. */
  hasAllowed(question: Question, policy: Policy): boolean {
    // The rules of an earlier answer widen the sandbox of the next call.
    if (question.needs) return false;
    return (
      policy !== this.#caller.authority.policy && this.#caller.authority.policy.judge(question).verdict === 'allow'
    );
  }

  /** The rules that an answer for longer than once adds; none: it can be allowed only once. */
  rulesFor(question: Question): Promise<readonly string[]> {
    return rulesForQuestion(question, this.#caller.authority.policy, this.#project);
  }

  /** Adds rules, for now or in this project from now on. Gives a sentence where that is not all it should be. */
  async allow(rules: readonly string[], until: 'end' | 'project'): Promise<string | undefined> {
    if (rules.length === 0) return undefined;
    const source = until === 'project' ? 'this project' : 'this conversation';
    const added = rules.map((rule) => ({ ...parseRule('allow', rule, source), root: this.#project }));
    await this.#change({ rules: [...this.#rules, ...added] });
    return until === 'project' ? this.#save(rules) : undefined;
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
      : inWords(
          worded`${file} contains more that is not trusted, so the rule applies for now only: ${call('trust list')}`,
        );
  }

  async #change({
    mode = this.mode,
    rules = this.#rules,
    sandbox = this.#sandbox,
    folders = this.#folders,
  }: Partial<PolicyChange>) {
    const policy = await this.#remake({ mode, rules, folders, ...(sandbox === undefined ? {} : { sandbox }) });
    this.#folders = folders;
    this.#rules = rules;
    this.#sandbox = sandbox;
    this.#caller = under(this.#caller, { policy });
  }

  get #project(): string {
    return projectRoot(this.#caller.place.cwd);
  }
}
