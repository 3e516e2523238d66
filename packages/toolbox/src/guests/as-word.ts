/** A word that can stand on a line and be part of a tool's name. */
export function asWord(name: string): string {
  return name.trim().replaceAll(/[^\w.-]+/g, '_');
}

/** The words for the tools of one source, by their names. Two that would have the same word are told apart by a number. */
export function wordsFor(names: readonly string[]): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  const taken = new Set<string>();
  // A tool that has its word as a name keeps it.
  const plainFirst = names.toSorted((a, b) => Number(asWord(a) !== a) - Number(asWord(b) !== b));
  for (const name of plainFirst) {
    let word = asWord(name);
    for (let number = 2; taken.has(word); number++) word = `${asWord(name)}_${number}`;
    taken.add(word);
    words.set(name, word);
  }
  return words;
}

/** A tool of a server in the words of other programs' rules. */
export function mcpToolName(server: string, tool: string): string {
  return `mcp__${asWord(server)}__${asWord(tool)}`;
}
