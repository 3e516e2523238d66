export { type AnswerSchema, readAnswerSchema } from './answer/answer-schema.ts';
export { Instructions } from './context/instructions.ts';
export { addNote, type NoteScope } from './context/note.ts';
export { LANGUAGES } from './context/system-prompt.ts';
export type { Conversation } from './conversation/conversation.ts';
export type { Entry } from './log/entry.ts';
export { projectFolder } from './log/place.ts';
export { firstRun, type FirstRunQuestion } from './first-run/first-run.ts';
export { type Spent, spendingOf } from './session/spending.ts';
export { briefCall, type Item, transcriptOf } from './session/transcript.ts';
export type { ConversationEvent, TurnResult } from './loop/events.ts';
export type { Prompt } from './loop/prompt.ts';
export type { PermissionAnswer, PermissionQuestion } from './permissions/permissions.ts';
export type { CallerOptions, ConversationRequest, SettledCaller } from './opening/host.ts';
export { type OpenedConversation, openConversation } from './opening/open.ts';
export type { AssistantPart, MediaPart } from './model/message.ts';
export { type Model, MODEL_ALIASES } from './model/models.ts';
export type { Effort } from './model/provider.ts';
export { addUsage, NO_USAGE, type Usage } from './model/usage.ts';
export { findOllama } from './providers/ollama.ts';
export { chooseModel, type ChosenModel } from './providers/choose.ts';
export { type Rewound, type RewindPoint, type RewindWish, rewindPoints } from './rewind/rewind.ts';
export { checkAssistantSettings, readAssistantSettings } from './settings/settings.ts';
export { openPlayback, type Played } from './replay/playback.ts';
export type { AskUser, UserQuestion } from './tools/ask-user.ts';
export { todosOf } from './tools/todo.ts';

/** What is needed to see whether settings are in order: loaded when somebody changes them. */
export const pluginSettings = () => import('./plugins/marketplaces.ts');
