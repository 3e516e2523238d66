import { isAbsolute } from 'node:path';
import {
  agentTool,
  Budget,
  chooseModel,
  type Conversation,
  ConversationLog,
  CORE_TOOLS,
  createConversation,
  findAgent,
  findAgents,
  findSkills,
  findConversation,
  Hooks,
  hookTurns,
  latestConversation,
  projectContext,
  readAssistantSettings,
  readHooks,
  replayProvider,
  skillTools,
  webTools,
} from '@helve/assistant';
import { CommandError, parseRule, projectRoot, type Registry, resolvePath, type TerminalCaller } from '@helve/registry';
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
}

/** What is said of a conversation when it is opened. */
export interface ConversationWish
  extends Omit<PrintFlags, 'prompt' | 'help' | 'outputFormat' | 'inputFormat' | 'partial' | 'jsonSchema'> {
  /** An agent of a file, whose instructions, tools and model it has. */
  readonly agent?: string;
}

/** Puts together the conversation that is asked for. There is nobody to ask, so what would be asked is denied. */
export async function openConversation(
  registry: Registry,
  flags: ConversationWish,
  from: Surroundings,
): Promise<Opened> {
  const cwd = await enterFolder(from.cwd, flags.cwd);
  const caller = await createCaller(registry, {
    cwd,
    env: from.env,
    home: flags.home,
    mode: flags.permissionMode,
    defaultMode: 'default',
    defaultModeSource: 'nobody can be asked',
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
  const [definitions, skills] = await Promise.all([
    findAgents({ cwd, home }),
    findSkills({ cwd, home, userHome: env.HOME }),
  ]);
  const agent = flags.agent === undefined ? undefined : findAgent(definitions, flags.agent);
  const chosen = await choose(flags.model ?? agent?.model);
  const log = openLog(flags, home, cwd);
  if (flags.name !== undefined) log.append({ type: 'title', title: flags.name });
  const hooks = new Hooks({
    hooks: readHooks(caller.settings.layers),
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
    tools: (self) =>
      [
        ...CORE_TOOLS,
        agentTool(self, { definitions, chooseModel: choose }),
        ...skillTools(skills),
        ...webTools(caller, settings.webSearch !== undefined),
      ].filter(({ name }) => agent?.tools?.includes(name) ?? true),
    effort: flags.effort,
    maxTurns: flags.maxTurns,
    compactAt: settings.compactAt,
    ...(flags.maxCost === undefined ? {} : { budget: new Budget(flags.maxCost) }),
    system: agent ? () => agent.instructions : project.system,
    hooks: [
      hookTurns(hooks, { id: log.id, file: log.file, resumed, mode: () => caller.policy.mode }),
      ...project.hooks,
    ],
  });
  return { conversation, caller, model: chosen.model.id };
}

function openLog({ continueLatest, resume, fork }: ConversationWish, home: string, cwd: string): ConversationLog {
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
