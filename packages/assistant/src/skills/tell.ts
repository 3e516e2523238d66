import { projectRoot, runCommand, toCommandError } from '@helve/command';
import type { ToolPlace } from '../tools/tool.ts';
import { expandSkill } from './expand.ts';
import { readSkill, type Skill } from './skills.ts';

/** Seconds that a command in a skill may take. */
const PATIENCE = 10;

/** What the model is told of a skill that is used. Its commands are run, as far as hooks and the policy let them. */
export async function tellSkill(skill: Skill, args: string, place: ToolPlace): Promise<string> {
  const {
    place: { cwd, env, home },
  } = place.caller;
  const variables = {
    CLAUDE_SESSION_ID: place.conversation,
    CLAUDE_MODEL: place.model,
    CLAUDE_PROJECT_DIR: projectRoot(cwd),
    PROJECT_DIR: projectRoot(cwd),
    USER_HOME: env.HOME ?? home,
    CLAUDE_SKILL_DIR: skill.folder,
    ...(skill.pluginFolder === undefined ? {} : { CLAUDE_PLUGIN_ROOT: skill.pluginFolder }),
  };
  const run = (command: string) => runInSkill(command, { ...variables, ARGUMENTS: args }, place);
  const body = await expandSkill(await readSkill(skill), { args, variables, run });
  const name = skill.name.replaceAll('"', '&quot;');
  return `<skill name="${name}">\n${body}\n\n[Files of this skill are in ${skill.folder}]\n</skill>`;
}

interface Ran {
  readonly status: 'success' | 'error' | 'timeout';
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function runInSkill(
  line: string,
  variables: Readonly<Record<string, string>>,
  { registry, admit }: ToolPlace,
): Promise<string> {
  try {
    const admitted = await admit({ type: 'toolCall', id: 'skill', name: 'Bash', input: { command: line } });
    const { command = line } = admitted.call.input;
    const { place } = admitted.caller;
    const caller = { ...admitted.caller, place: { ...place, env: { ...place.env, ...variables } } };
    const exec = await registry.get('terminal exec');
    const { data } = await runCommand(exec, { command, timeoutSeconds: PATIENCE, keepChildren: false }, caller);
    const { status, exitCode, stdout, stderr } = data as Ran;
    const printed = stdout.replace(/\r?\n$/, '');
    if (status === 'success') return printed;
    const end = status === 'timeout' ? `did not end within ${PATIENCE} s` : `ended with ${exitCode}`;
    return [printed, `[${line} ${end}] ${stderr.trim()}`.trim()].filter((part) => part !== '').join('\n');
  } catch (thrown) {
    const error = toCommandError(thrown);
    if (error.code === 'CANCELLED') throw error;
    return `[Not run: ${line}: ${error.message}]`;
  }
}
