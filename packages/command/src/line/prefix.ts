/** The first words under which a line is meant for helve: our own, and those of the format that the grammar comes from. */
export const PREFIXES = ['helve', 'codebolt', 'codeboltcmd'] as const;

const PREFIX = new RegExp(`^\\s*(?:${PREFIXES.join('|')})(?=\\s|$)`);

export function isPrefix(word: string): boolean {
  return (PREFIXES as readonly string[]).includes(word);
}

/** Whether a command line is one of ours, to be run in-process instead of by a shell. */
export function isHelveLine(line: string): boolean {
  return PREFIX.test(line);
}
