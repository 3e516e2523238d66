import type { OfferedTool } from './offered-tool.ts';

/** What a model should know about these tools beyond the description of each. Only offered tools are named. */
export function instructionsFor(tools: readonly OfferedTool[], cwd: string): string {
  const names = new Set(tools.map(({ name }) => name));
  const about = ABOUT.filter(({ needs }) => needs.every((name) => names.has(name)));
  return [
    `helve works on this machine, in ${cwd}; relative paths start there.`,
    ...about.map(({ text }) => text),
    'Errors name the cause and the next step. Warnings are in the result as `warnings`.',
    ...(tools.some(({ unlisted }) => unlisted) && names.has('ToolSearch')
      ? ['Not all tools are listed: find others with ToolSearch and call them by name.']
      : []),
  ].join('\n');
}

interface Advice {
  readonly needs: readonly string[];
  readonly text: string;
}

const ABOUT: readonly Advice[] = [
  {
    needs: ['CliRun', 'CliSession', 'CliWrite', 'CliRead', 'CliStop'],
    text: 'Use CliRun for commands that end by themselves. Use CliSession for servers, REPLs, prompts and anything over 30 seconds; then CliWrite, CliRead (with until, instead of polling) and CliStop. Sessions end when this server ends.',
  },
  {
    needs: ['TextRead', 'TextPatch'],
    text: 'Read a file with TextRead before you change it with TextPatch, and check the change with CliRun.',
  },
  { needs: ['helve'], text: 'The one tool takes a command line; its help lists all modules and commands.' },
];
