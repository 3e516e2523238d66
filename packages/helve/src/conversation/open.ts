import { isAbsolute } from 'node:path';
import {
  type AgentDefinition,
  agentTool,
  type AskUser,
  askUserTool,
  type AssistantSettings,
  Budget,
  chooseModel,
  type ChosenModel,
  type ConfiguredHook,
  type Conversation,
  ConversationLog,
  CORE_TOOLS,
  createConversation,
  errandOf,
  EXIT_PLAN_MODE,
  exitPlanModeTool,
  findAgent,
  findAgents,
  findConversation,
  findSkills,
  Hooks,
  hookTurns,
  latestConversation,
  offeredTools,
  Permissions,
  pluginHooks,
  projectContext,
  type Prompt,
  readAssistantSettings,
  readHooks,
  readSkillLine,
  replayProvider,
  type Skill,
  skillPrompt,
  skillTools,
  webTools,
} from '@helve/assistant';
import { CommandError, projectRoot, type Registry, resolvePath } from '@helve/command';
import { parseRule, refusedTools } from '@helve/policy';
import { leftOutNotices, modelFileConsent, permissionsOf, usablePlugins } from '@helve/settings';
import { createCaller, enterFolder, type SettledCaller } from '../caller.ts';
import type { PrintFlags } from '../print/flags.ts';

export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly signal: AbortSignal;
  /** Tells the user something that is not an error. */
  readonly warn: (notice: string) => void;
}

/** Who can be asked while the conversation goes on. */
export interface Person {
  readonly askUser: AskUser;
}

export interface Opened {
  readonly conversation: Conversation;
  readonly caller: SettledCaller;
  readonly model: string;
  /** What may be done, with what the user allows meanwhile; where there is a user. */
  readonly permissions?: Permissions;
  readonly settings: AssistantSettings;
  readonly chooseModel: (name: string) => Promise<ChosenModel>;
  readonly setLanguage: (language: string) => void;
  readonly skills: readonly Skill[];
  readonly agents: readonly AgentDefinition[];
  readonly hooks: readonly ConfiguredHook[];
  /** What is meant by what the user said: `/name` may be that of a skill. */
  readonly understand: (prompt: Prompt, by?: Conversation) => Prompt;
}

/** What is said of a conversation when it is opened. */
export interface ConversationWish
  extends Omit<PrintFlags, 'prompt' | 'help' | 'version' | 'outputFormat' | 'inputFormat' | 'partial' | 'jsonSchema'> {
  /** An agent of a file, whose instructions, tools and model it has. */
  readonly agent?: string;
}

/** How long a word of a recording takes when a person looks on, in milliseconds. */
const READING_MS = 30;

/** Puts together the conversation that is asked for. Where there is nobody to ask, what would be asked is denied. */
export async function openConversation(
  registry: Registry,
  flags: ConversationWish,
  from: Surroundings,
  person?: Person,
): Promise<Opened> {
  const cwd = await enterFolder(from.cwd, flags.cwd);
  const caller = await createCaller(registry, {
    cwd,
    env: from.env,
    home: flags.home,
    mode: flags.permissionMode,
    defaultMode: 'default',
    defaultModeSource: person ? 'the screen' : 'nobody can be asked',
    rules: flags.allowedTools.map((rule) => parseRule('allow', rule, '--allowed-tools')),
  });
  const { home, env } = caller;
  const settings = readAssistantSettings(caller.settings.layers);
  const openRecording = async (name: string) => {
    const isPath = isAbsolute(name) || name.startsWith('.') || name.endsWith('.jsonl');
    const file = isPath ? resolvePath({ cwd, env }, name) : findConversation(home, cwd, name);
    return replayProvider(ConversationLog.open(file, Date.now).chain(), person ? { wordMs: READING_MS } : {});
  };
  const choose = async (wanted: string | undefined) => {
    const found = await chooseModel({ wanted, settings, env, cwd, openRecording });
    if (flags.maxCost !== undefined && !found.model.prices) throw unknownPrice(found.model.id);
    return found;
  };
  const { plugins, notices } = await usablePlugins({ cwd, home });
  const { admits, leftOut } = modelFileConsent(home);
  const [definitions, skills] = await Promise.all([
    findAgents({ cwd, home, plugins, admits }),
    findSkills({ cwd, home, userHome: env.HOME, plugins, admits }),
  ]);
  [...notices, ...leftOutNotices(leftOut)].forEach(from.warn);
  const definition = flags.agent === undefined ? undefined : findAgent(definitions, flags.agent);
  const errand = definition && (await errandOf(definition, { chooseModel: choose }, { cwd, env }));
  const chosen = (flags.model === undefined ? errand?.chosen : undefined) ?? (await choose(flags.model));
  const options = { definitions, chooseModel: choose };
  const log = openLog(flags, home, cwd);
  if (flags.name !== undefined) log.append({ type: 'title', title: flags.name });
  const configured = [...readHooks(caller.settings.layers), ...pluginHooks(plugins)];
  const hooks = new Hooks({
    hooks: configured,
    place: { cwd, env, project: projectRoot(cwd) },
    notify: from.warn,
  });
  const permissions = person && new Permissions({ caller, remake: caller.remake });
  const current = () => permissions?.caller ?? caller;
  let language = flags.language ?? settings.language;
  const resumed = flags.continueLatest || flags.resume !== undefined;
  const refused = refusedTools(permissionsOf(caller.settings.layers).rules);
  const project = projectContext({
    registry,
    caller: current,
    platform: from.platform,
    language: () => language,
    asksToCarryOut: person !== undefined && !refused.has(EXIT_PLAN_MODE),
  });
  const more = await offeredTools(registry, settings.offerTools ?? [], caller);
  const conversation = createConversation({
    ...chosen,
    log,
    registry,
    caller: current,
    ...(permissions ? { permissions } : {}),
    handsOver: person !== undefined,
    narrow: errand?.narrow,
    tools: (self) =>
      [
        ...CORE_TOOLS,
        ...more,
        agentTool(self, options),
        ...skillTools(self, skills, options),
        ...webTools({
          policy: caller.authority.policy,
          canAsk: person !== undefined,
          engine: settings.webSearch !== undefined,
          search: () => self.asking,
        }),
        ...(person ? [askUserTool(person.askUser), exitPlanModeTool(person.askUser, self)] : []),
      ].filter(({ name }) => !refused.has(name) && (errand?.tools?.(name) ?? true)),
    effort: flags.effort,
    maxTurns: flags.maxTurns ?? errand?.maxTurns,
    compactAt: settings.compactAt,
    ...(flags.maxCost === undefined ? {} : { budget: new Budget(flags.maxCost) }),
    system: errand?.system ?? project.system,
    hooks: [
      hookTurns(hooks, { id: log.id, file: log.file, resumed, mode: () => current().authority.policy.mode }),
      ...project.hooks,
    ],
  });
  const setLanguage = (wanted: string) => {
    language = wanted;
    conversation.renewSystem();
  };
  const understand = (prompt: Prompt, by: Conversation = conversation): Prompt => {
    const found = readSkillLine(skills, prompt.text);
    return found ? { ...prompt, ...skillPrompt(by, found.skill, found.args, options) } : prompt;
  };
  return {
    conversation,
    caller,
    model: chosen.model.id,
    understand,
    ...(permissions ? { permissions } : {}),
    settings,
    chooseModel: choose,
    setLanguage,
    skills,
    agents: definitions,
    hooks: configured,
  };
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
