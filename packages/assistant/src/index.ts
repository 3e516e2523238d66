export { agentTool } from './agents/agent-tool.ts';
export { findAgents } from './agents/definition.ts';
export { type AnswerSchema, readAnswerSchema } from './answer/answer-schema.ts';
export { addNote, type NoteScope } from './context/note.ts';
export { projectContext } from './context/project-context.ts';
export { LANGUAGES } from './context/system-prompt.ts';
export { describeCompaction } from './compaction/compact.ts';
export {
  type Conversation,
  type ConversationOptions,
  createConversation,
} from './conversation/conversation.ts';
export type { Prompt } from './conversation/prompt.ts';
export { ConversationLog } from './log/conversation-log.ts';
export { findConversation, latestConversation } from './log/place.ts';
export { type AskFirst, firstRun, type FirstRunQuestion, needsFirstRun } from './first-run/first-run.ts';
export { type ConfiguredHook, readHooks } from './hooks/hook-settings.ts';
export { Hooks } from './hooks/hooks.ts';
export { hookTurns } from './hooks/turn-hooks.ts';
export { pluginHooks } from './plugins/parts.ts';
export { CORE_TOOLS } from './tools/core-tools.ts';
export { briefCall } from './session/transcript.ts';
export { Budget } from './loop/budget.ts';
export type { ConversationEvent, TurnResult } from './loop/events.ts';
export {
  type PermissionAnswer,
  type PermissionQuestion,
  Permissions,
} from './permissions/permissions.ts';
export type { AssistantPart, MediaPart, ToolCallPart } from './model/message.ts';
export type { Effort } from './model/provider.ts';
export type { Usage } from './model/usage.ts';
export { chooseModel, type ChosenModel } from './providers/choose.ts';
export { replayProvider } from './providers/replay/provider.ts';
export { type Rewound, type RewindPoint, type RewindWish, rewindPoints } from './rewind/rewind.ts';
export { checkAssistantSettings, readAssistantSettings } from './settings/settings.ts';
export { type Played, Playback } from './replay/playback.ts';
export { skillTools } from './skills/skill-tool.ts';
export { findSkills, type Skill } from './skills/skills.ts';
export { readSkillLine, skillPrompt, type SkillOptions } from './skills/use.ts';
export { webTools } from './tools/web-tools.ts';
