import type { InstructionFile } from './instruction-file.ts';
import { tellInstructions } from './instructions.ts';

export interface SystemPromptFacts extends SystemWords {
  readonly cwd: string;
  /** More folders that the user works in. */
  readonly folders?: readonly string[] | undefined;
  readonly platform: string;
  /** The day, as 2026-11-16. No finer: what changes within a conversation would spoil the provider's cache. */
  readonly date: string;
  /** The language of answers, by its code. */
  readonly language?: string | undefined;
  /** What can be seen of the project. */
  readonly project?: string | undefined;
  readonly instructions?: readonly InstructionFile[];
}

/** What a model is told of itself. */
export interface SystemWords {
  /** Who it is and how it works, in place of our own words. */
  readonly role?: string | undefined;
  /** What comes after that. */
  readonly addition?: string | undefined;
}

export const LANGUAGES: Readonly<Record<string, string>> = {
  en: 'English',
  ko: 'Korean',
  ja: 'Japanese',
  zh: 'Chinese',
};

/** Who the model is, where nobody says otherwise. */
const ROLE = [
  "You are helve, an assistant that works on the user's machine with the tools you are given.",
  'Look before you change: read files before editing them, and keep to the style of the code around. ' +
    "Do what was asked, no more. Check your work with the project's own tests or build when there is one. " +
    'When a tool is refused, do not work around it: say so. ' +
    'Say what you did in few words, name files as path:line, and never claim what you did not see.',
].join('\n\n');

/**
 * What a model is told before anything else. Short: it goes out with every request, and files say what a project needs.
 * What changes most comes last, because a provider's cache holds as far as a request begins as the one before.
 */
export function systemPrompt(facts: SystemPromptFacts): string {
  const { cwd, folders = [], platform, date, language, project, instructions = [], role = ROLE, addition } = facts;
  return [
    role,
    ...(addition === undefined ? [] : [addition]),
    ...(language === undefined ? [] : [`Always respond in ${LANGUAGES[language] ?? language}.`]),
    ...(instructions.length === 0
      ? []
      : [
          'What the user and the project ask of you. Follow it; where two contradict each other, the later one holds.',
          tellInstructions(instructions),
        ]),
    [
      `Working directory: ${cwd}`,
      ...(folders.length === 0 ? [] : [`More folders of this project: ${folders.join(', ')}`]),
      `Platform: ${platform}`,
      ...(project === undefined ? [] : [`Project: ${project}`]),
      `Date: ${date}`,
    ].join('\n'),
  ].join('\n\n');
}
