import { projectRoot } from '@helve/command';
import { withReach } from '@helve/command/host';
import { forOwner, parseRule, type Rule, refusedTools, sandboxNotice } from '@helve/policy';
import { permissionsOf } from '@helve/settings';
import { type AgentOptions, agentTool, errandOf, findAgent } from '../agents/agent-tool.ts';
import { askBeforeCompact } from '../compaction/ask-before.ts';
import { diagnosticsHooks } from '../context/diagnostics-hooks.ts';
import { projectContext } from '../context/project-context.ts';
import { type Conversation, createConversation } from '../conversation/conversation.ts';
import { hookModel } from '../hooks/ask-model.ts';
import { viewCall } from '../hooks/call-subject.ts';
import { Spending } from '../conversation/spending.ts';
import { Hooks } from '../hooks/hooks.ts';
import { hookTurns } from '../hooks/turn-hooks.ts';
import type { ConversationLog } from '../log/conversation-log.ts';
import { Budget, RequestCount } from '../loop/limits.ts';
import type { Prompt } from '../loop/prompt.ts';
import { contactOf } from '../mcp/contact.ts';
import { isMcpPrompt, mcpPrompt, mentionsResources, withResources } from '../mcp/offers.ts';
import type { Model } from '../model/models.ts';
import { Permissions } from '../permissions/permissions.ts';
import type { ChosenModel } from '../providers/choose.ts';
import { type AssistantSettings, readAssistantSettings } from '../settings/settings.ts';
import { skillTools } from '../skills/skill-tool.ts';
import { namesSkill, readSkillLine, skillPrompt } from '../skills/use.ts';
import { findStyle, type OutputStyle } from '../styles/styles.ts';
import { type AskUser, askUserTool } from '../tools/ask-user.ts';
import { CORE_TOOLS } from '../tools/core-tools.ts';
import { EXIT_PLAN_MODE, exitPlanModeTool } from '../tools/exit-plan-mode.ts';
import { withFamiliarArguments } from '../tools/familiar-arguments.ts';
import { offeredTools } from '../tools/offered-tools.ts';
import { scriptTool } from '../tools/script-tool.ts';
import type { ModelTool } from '../tools/tool.ts';
import { webTools } from '../tools/web-tools.ts';
import { type Checks } from '../verify/checks.ts';
import { verification } from '../verify/hooks.ts';
import { ruleHooks } from '../rules/hooks.ts';
import { clientModules, userPolicy } from './client-modules.ts';
import { type Extensions, findExtensions } from './extensions.ts';
import type { ConversationHost, ConversationRequest, SettledCaller } from './host.ts';
import { openLog } from './log.ts';
import { enforcedRules } from './rules.ts';
import { folderAt } from './folders.ts';
import { knownModels, modelChooser } from './models.ts';
import { styleOf, stylesOf } from './styles.ts';
import { readSystemWords, withStyle } from './system-words.ts';

/** A conversation, and what a surface shows and offers beside it. */
export interface OpenedConversation extends Extensions {
  readonly conversation: Conversation;
  readonly caller: SettledCaller;
  /** What the conversation may do; only where a person can allow more. */
  readonly permissions: Permissions | undefined;
  /** Models that the user can choose from. */
  readonly models: readonly Model[];
  readonly chooseModel: (name: string) => Promise<ChosenModel>;
  readonly setLanguage: (language: string) => void;
  /** The project's checks. */
  readonly checks: () => Promise<Checks>;
  /** The output styles that there are. */
  readonly styles: () => Promise<readonly OutputStyle[]>;
  /** Lets the model work in another folder too, from the next call on; gives its path. */
  readonly addFolder: (path: string) => Promise<string>;
  /** Answers in another style from the next request on. */
  readonly setStyle: (name: string) => Promise<void>;
  /** The prompt that the user means: `/name` may be the name of a skill. */
  readonly understand: (prompt: Prompt, by?: Conversation) => Prompt;
}

/** Opens a conversation for any surface. Without `askUser` there is no person: anything that needs approval is denied. */
export async function openConversation(
  host: ConversationHost,
  request: ConversationRequest,
  askUser?: AskUser,
): Promise<OpenedConversation> {
  const plain = await callerFor(host, request, askUser);
  const enforced = await enforcedRules(plain.place, host.warn);
  const settled = enforced.deny.length > 0 ? await callerFor(host, request, askUser, enforced.deny) : plain;
  const log = openLog(request, settled, host.writer ?? 'another helve');
  try {
    return await openWith(host, request, askUser, { settled, enforced, log });
  } catch (thrown) {
    log.close();
    throw thrown;
  }
}

interface Opening {
  readonly settled: SettledCaller;
  readonly enforced: Awaited<ReturnType<typeof enforcedRules>>;
  readonly log: ConversationLog;
}

async function openWith(
  host: ConversationHost,
  request: ConversationRequest,
  askUser: AskUser | undefined,
  { settled, enforced, log }: Opening,
): Promise<OpenedConversation> {
  const settings = readAssistantSettings(settled.settings.layers, settled.place.home);
  const contact = contactOf({
    askUser,
    sampling: settings.mcpSampling,
    asking: () => conversation.asking,
    notify: (words) => conversation.notify(words),
  });
  const caller = withReach(forOwner(settled, log.id), { contact });
  // Whether there is a sandbox takes a moment to find out, and the model is told.
  const noSandbox = sandboxNotice(caller.authority.policy);
  const chooseModel = modelChooser(caller, settings, {
    atReadingSpeed: askUser !== undefined,
    withPrices: request.maxCost !== undefined,
  });
  const extensions = await findExtensions(caller, host.warn);
  const definition = request.agent === undefined ? undefined : findAgent(extensions.agents, request.agent);
  const permissions = askUser && new Permissions({ caller, remake: caller.remake });
  const current = () => permissions?.caller ?? caller;
  const refused = refusedTools(permissionsOf(caller.settings.layers).rules);
  let language = request.language ?? settings.language;
  const project = projectContext({
    registry: host.registry,
    caller: current,
    language: () => language,
    folders: () => [...(caller.folders ?? []), ...(permissions?.folders ?? [])],
    asksToCarryOut: askUser !== undefined && !refused.has(EXIT_PLAN_MODE),
  });
  const agents = { definitions: extensions.agents, chooseModel, systemFor: (role: string) => project.system({ role }) };
  const errand = definition && (await errandOf(definition, agents, caller.place));
  const chosen = (request.model === undefined ? errand?.chosen : undefined) ?? (await chooseModel(request.model));
  const hooks = new Hooks({
    hooks: extensions.hooks,
    place: {
      cwd: caller.place.cwd,
      env: caller.place.env,
      project: projectRoot(caller.place.cwd),
      askModel: hookModel(() => conversation, chooseModel),
    },
    confinement: () => current().authority.confinement(caller.place),
    notify: host.warn,
  });
  const { hooks: verify, checks } = verification({
    caller: current,
    layers: caller.settings.layers,
    instructions: () => project.instructions.initial(),
    rules: enforced.rules,
  });
  const place = { cwd: caller.place.cwd, env: caller.place.env, project: projectRoot(caller.place.cwd) };
  const words = readSystemWords(request, caller.place);
  const styles = () => stylesOf(caller, host.warn);
  let style = settings.outputStyle === undefined ? undefined : await styleOf(settings.outputStyle, styles, host.warn);
  const resumed = request.continueLatest === true || request.resume !== undefined;
  const spentBefore = request.limitsAllTurns ? new Spending(log).totals : { cost: 0, answers: 0 };
  const tools = await toolsFor({ host, caller, settings, extensions, agents, askUser });
  const conversation: Conversation = createConversation({
    ...chosen,
    log,
    registry: host.registry,
    caller: current,
    permissions,
    handsOver: host.handsOver ?? askUser !== undefined,
    narrow: errand?.narrow,
    tools: (self) => tools(self).filter(({ name }) => !refused.has(name) && (errand?.tools?.(name) ?? true)),
    effort: request.effort ?? settings.effort,
    maxTurns: request.limitsAllTurns ? errand?.maxTurns : (request.maxTurns ?? errand?.maxTurns),
    requests:
      request.limitsAllTurns && request.maxTurns !== undefined
        ? new RequestCount(request.maxTurns - spentBefore.answers)
        : undefined,
    compactAt: settings.compactAt,
    budget: request.maxCost === undefined ? undefined : new Budget(request.maxCost - spentBefore.cost),
    fallbacks: (request.fallbackModels ?? settings.fallbackModels ?? []).map((name) => () => chooseModel(name)),
    system: errand?.system ?? (() => project.system(withStyle(words, style))),
    hooks: [
      hookTurns(hooks, {
        id: log.id,
        file: log.file,
        resumed,
        mode: () => current().authority.policy.mode,
        viewCall: (call) =>
          viewCall(call, { registry: host.registry, caller: current, tools: () => conversation.tools }),
        instructions: () => project.instructions.initial().map(({ path }) => path),
      }),
      ...project.hooks,
      ...(askUser && settings.askBeforeCompact ? [askBeforeCompact(askUser)] : []),
      diagnosticsHooks({ registry: host.registry, caller: current, warn: host.warn }),
      // After those that keep what files were: it reads what they kept.
      verify,
      ...(enforced.rules.length > 0 ? [ruleHooks({ ...enforced, place, id: log.id })] : []),
      ...(host.hooks ?? []),
    ],
  });
  const notice = await noSandbox;
  if (notice !== undefined) host.warn(notice);
  return {
    ...extensions,
    conversation,
    caller,
    permissions,
    models: knownModels(settings, conversation.model),
    chooseModel,
    checks,
    setLanguage: (wanted) => {
      language = wanted;
      conversation.renewSystem();
    },
    styles,
    addFolder: async (path) => {
      const folder = folderAt(path, caller.place);
      await permissions?.addFolder(folder);
      conversation.renewSystem();
      return folder;
    },
    setStyle: async (name) => {
      style = findStyle(await styles(), name);
      conversation.renewSystem();
    },
    understand: (prompt, by = conversation) => {
      if (isMcpPrompt(prompt.text) && !namesSkill(extensions.skills, prompt.text)) {
        return mcpPrompt(prompt, userPolicy(caller));
      }
      if (mentionsResources(prompt.text)) return withResources(prompt, userPolicy(caller));
      const found = readSkillLine(extensions.skills, prompt.text);
      return found ? { ...prompt, ...skillPrompt(by, found.skill, found.args, agents) } : prompt;
    },
  };
}

function callerFor(
  { createCaller, registry, cwd, env }: ConversationHost,
  { home, permissionMode, allowedTools = [], sandbox, folders, mcpServers }: ConversationRequest,
  askUser: AskUser | undefined,
  deny: readonly Rule[] = [],
): Promise<SettledCaller> {
  return createCaller(registry, {
    cwd,
    env,
    home,
    mode: permissionMode,
    defaultMode: 'default',
    defaultModeSource: askUser ? 'the screen' : 'nobody can be asked',
    by: 'model',
    sandbox,
    folders: folders?.map((folder) => folderAt(folder, { cwd, env })),
    mcpServers,
    rules: [...allowedTools.map((rule) => parseRule('allow', rule, '--allowed-tools')), ...deny],
  });
}

interface ToolSources extends Pick<OpenedConversation, 'caller'> {
  readonly host: ConversationHost;
  readonly settings: AssistantSettings;
  readonly extensions: Extensions;
  readonly agents: AgentOptions;
  readonly askUser: AskUser | undefined;
}

/** All tools that a conversation could offer the model. */
async function toolsFor({ host, caller, settings, extensions, agents, askUser }: ToolSources) {
  const modules = [...(settings.offerTools ?? []), ...(await clientModules(host, caller))];
  const offered = await offeredTools(host.registry, modules, caller.place);
  return (self: Conversation): readonly ModelTool[] => [
    ...CORE_TOOLS,
    ...(settings.codeMode ? [scriptTool] : []),
    ...offered,
    ...[agentTool(self, agents), ...skillTools(self, extensions.skills, agents)].map(withFamiliarArguments),
    ...webTools({
      policy: caller.authority.policy,
      canAsk: askUser !== undefined,
      engine: settings.webSearch !== undefined,
      search: () => self.asking,
    }),
    ...(askUser ? [askUserTool(askUser), exitPlanModeTool(askUser, self)] : []),
  ];
}
