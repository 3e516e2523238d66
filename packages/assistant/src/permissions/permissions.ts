import type { Effect, Touch } from '@helve/command';
import { commandText, type Decision, describeNeed, describeRun, type ProgramRun, type Question } from '@helve/policy';
import { Approvals } from '@helve/settings';
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
  /** What its programs lacked in the sandbox, in words: with it they run again. */
  readonly needs?: readonly string[];
  /** Where the programs of the call would run, and what they could do there; absent: it starts none. */
  readonly runs?: ProgramRun;
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

/** What a conversation may do: the caller's policy, with what the user allows while it goes on. */
export class Permissions extends Approvals {
  #asked = 0;

  async question(call: ToolCallPart, question: Question): Promise<PermissionQuestion> {
    const { command, effect, decision, shell, touches, needs } = question;
    const { authority, place } = this.caller;
    const diff = await question.preview?.();
    const runs = await describeRun(question, authority.policy, place);
    return {
      id: `ask${++this.#asked}`,
      call,
      command,
      effect,
      decision,
      ...(shell ? { commands: [...new Set(shell.commands.map(commandText))], doubts: shell.doubts } : {}),
      ...(needs ? { needs: needs.map(describeNeed) } : {}),
      ...(runs ? { runs } : {}),
      paths: [...touches, ...(shell?.redirections ?? [])],
      ...(diff === undefined ? {} : { diff }),
      rules: await this.rulesFor(question),
    };
  }

  /** Does what an answer says besides letting the call through. Gives a sentence where that is not all it should be. */
  async take({ allow }: PermissionAnswer, { rules }: PermissionQuestion): Promise<string | undefined> {
    if (allow === 'once' || allow === 'no') return undefined;
    return this.allow(rules, allow === 'project' ? 'project' : 'end');
  }
}
