export { type AgentDefinition, findAgents } from './agents/definition.ts';
export { type AnswerSchema, readAnswerSchema } from './answer/answer-schema.ts';
export { Instructions } from './context/instructions.ts';
export { addNote, type NoteScope } from './context/note.ts';
export { LANGUAGES } from './context/system-prompt.ts';
export { describeCompaction } from './compaction/compact.ts';
export { type Conversation, createConversation } from './conversation/conversation.ts';
export type { ConversationOptions, ModelUse } from './conversation/options.ts';
export type { ContextParts } from './log/context-parts.ts';
export type { Entry } from './log/entry.ts';
export { ConversationLog } from './log/conversation-log.ts';
export { findConversation, latestConversation, projectFolder } from './log/place.ts';
export { type AskFirst, firstRun, type FirstRunQuestion, needsFirstRun } from './first-run/first-run.ts';
export { type ConfiguredHook, readHooks } from './hooks/hook-settings.ts';
export { CORE_TOOLS } from './tools/core-tools.ts';
export { type Spent, spendingOf } from './session/spending.ts';
export { briefCall, type Item, transcriptOf } from './session/transcript.ts';
export type { ConversationEvent, TurnResult } from './loop/events.ts';
export { problemOf } from './loop/problem.ts';
export type { Prompt, WaitingPrompt } from './loop/prompt.ts';
export {
  type PermissionAnswer,
  type PermissionQuestion,
  Permissions,
} from './permissions/permissions.ts';
export type {
  CallerOptions,
  ConversationHost,
  ConversationRequest,
  Person,
  SettledCaller,
} from './opening/host.ts';
export { type OpenedConversation, openConversation } from './opening/open.ts';
export type { AssistantPart, MediaPart, ToolCallPart } from './model/message.ts';
export { findModel, type Model, MODEL_ALIASES, MODELS } from './model/models.ts';
export type { Effort } from './model/provider.ts';
export { addUsage, NO_USAGE, type Usage } from './model/usage.ts';
export { findOllama } from './providers/ollama.ts';
export { chooseModel, type ChosenModel } from './providers/choose.ts';
export { type Rewound, type RewindPoint, type RewindWish, rewindPoints } from './rewind/rewind.ts';
export { type AssistantSettings, checkAssistantSettings, readAssistantSettings } from './settings/settings.ts';
export { openPlayback, type Played } from './replay/playback.ts';
export { findSkills, type Skill } from './skills/skills.ts';
export type { AskUser, UserQuestion } from './tools/ask-user.ts';
export { type Todo, todosOf } from './tools/todo.ts';

/** What is needed to see whether settings are in order: loaded when somebody changes them. */
export const pluginSettings = () => import('./plugins/marketplaces.ts');
