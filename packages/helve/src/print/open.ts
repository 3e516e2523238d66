import { isAbsolute } from 'node:path';
import {
  agentTool,
  Budget,
  chooseModel,
  type Conversation,
  ConversationLog,
  CORE_TOOLS,
  createConversation,
  findAgents,
  findSkills,
  findConversation,
  Hooks,
  hookTurns,
  latestConversation,
  pluginHooks,
  projectContext,
  readAssistantSettings,
  readHooks,
  type Prompt,
  readSkillLine,
  replayProvider,
  skillPrompt,
  skillTools,
  webTools,
} from '@helve/assistant';
import {
  CommandError,
  parseRule,
  projectRoot,
  type Registry,
  resolvePath,
  type TerminalCaller,
  usablePlugins,
} from '@helve/registry';
import { createCaller, enterFolder } from '../caller.ts';
import type { PrintFlags } from './flags.ts';

export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly signal: AbortSignal;
  /** Tells the user something that is not an error. */
  readonly warn: (notice: string) => void;
}

export interface Opened {
  readonly conversation: Conversation;
  readonly caller: TerminalCaller;
  readonly model: string;
  /** What is meant by what the user said: `/name` may be that of a skill. */
  readonly understand: (prompt: Prompt) => Prompt;
}

/** Puts together the conversation that the flags ask for. */
export async function openConversation(registry: Registry, flags: PrintFlags, from: Surroundings): Promise<Opened> {
  const cwd = await enterFolder(from.cwd, flags.cwd);
  const caller = await createCaller(registry, {
    cwd,
    env: from.env,
    home: flags.home,
    mode: flags.permissionMode,
    // There is nobody to ask, so what would be asked is denied.
    defaultMode: 'default',
    defaultModeSource: 'print mode',
    rules: flags.allowedTools.map((rule) => parseRule('allow', rule, '--allowed-tools')),
  });
  const { home, env } = caller;
  const settings = readAssistantSettings(caller.settings.layers);
  const openRecording = async (name: string) => {
    const isPath = isAbsolute(name) || name.startsWith('.') || name.endsWith('.jsonl');
    const file = isPath ? resolvePath({ cwd, env }, name) : findConversation(home, cwd, name);
    return replayProvider(ConversationLog.open(file, Date.now).chain());
  };
  const choose = async (wanted: string | undefined) => {
    const found = await chooseModel({ wanted, settings, env, cwd, openRecording });
    if (flags.maxCost !== undefined && !found.model.prices) throw unknownPrice(found.model.id);
    return found;
  };
  const chosen = await choose(flags.model);
  const { plugins, notices } = await usablePlugins({ cwd, home });
  notices.forEach(from.warn);
  const [definitions, skills] = await Promise.all([
    findAgents({ cwd, home, plugins }),
    findSkills({ cwd, home, userHome: env.HOME, plugins }),
  ]);
  const options = { definitions, chooseModel: choose };
  const log = openLog(flags, home, cwd);
  if (flags.name !== undefined) log.append({ type: 'title', title: flags.name });
  const hooks = new Hooks({
    hooks: [...readHooks(caller.settings.layers), ...pluginHooks(plugins)],
    place: { cwd, env, project: projectRoot(cwd) },
    notify: from.warn,
  });
  const resumed = flags.continueLatest || flags.resume !== undefined;
  const project = projectContext({
    registry,
    caller: () => caller,
    platform: from.platform,
    language: flags.language ?? settings.language,
  });
  const conversation = createConversation({
    ...chosen,
    log,
    registry,
    caller: () => caller,
    tools: (self) => [
      ...CORE_TOOLS,
      agentTool(self, options),
      ...skillTools(self, skills, options),
      ...webTools(caller, settings.webSearch !== undefined),
    ],
    effort: flags.effort,
    maxTurns: flags.maxTurns,
    compactAt: settings.compactAt,
    ...(flags.maxCost === undefined ? {} : { budget: new Budget(flags.maxCost) }),
    system: project.system,
    hooks: [
      hookTurns(hooks, { id: log.id, file: log.file, resumed, mode: () => caller.policy.mode }),
      ...project.hooks,
    ],
  });
  const understand = (prompt: Prompt): Prompt => {
    const found = readSkillLine(skills, prompt.text);
    return found ? { ...prompt, ...skillPrompt(conversation, found.skill, found.args, options) } : prompt;
  };
  return { conversation, caller, model: chosen.model.id, understand };
}

function openLog({ continueLatest, resume, fork }: PrintFlags, home: string, cwd: string): ConversationLog {
  const now = Date.now;
  if (!continueLatest && resume === undefined) {
    if (fork) throw new CommandError('INVALID_INPUT', '--fork needs -c or -r', { hint: 'Say what to fork: -r <id>' });
    return ConversationLog.create({ home, cwd, now });
  }
  const file = resume === undefined ? latestConversation(home, cwd) : findConversation(home, cwd, resume);
  if (file === undefined) {
    throw new CommandError('NOT_FOUND', 'There is no conversation in this folder yet', { hint: 'Leave -c out.' });
  }
  const log = ConversationLog.open(file, now);
  const { id: conversation, leaf } = log;
  if (!fork || !leaf) return log;
  return ConversationLog.create({
    home,
    cwd,
    now,
    begin: log.chain(),
    forkedFrom: { conversation, entry: leaf.id },
  });
}

function unknownPrice(model: string): CommandError {
  return new CommandError('INVALID_INPUT', `--max-cost cannot be kept: nobody said what ${model} costs`, {
    hint: `Add its prices to the settings: {"models":{"${model}":{"prices":{"input":1,"output":5}}}}`,
  });
}
