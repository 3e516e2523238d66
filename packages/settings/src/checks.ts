import { basename } from 'node:path';
import { readRegularText } from '@helve/command';
import type { Reviewed } from './trust.ts';

/** Files that tell a model how to work in a project. */
export const INSTRUCTION_FILES = ['AGENTS.md', 'CLAUDE.md'] as const;

const HEADING = /^(#{1,6})\s+(.+?)\s*#*\s*$/;
const FENCE = /^\s*(```+|~~~+)/;

/** The commands of the section "Verify" or "Checks" of an instruction file: lines of fenced code, and list items that begin with code. */
export function checksIn(text: string): readonly string[] {
  const found: string[] = [];
  /** How deep the heading of the section is; undefined outside of one. */
  let level: number | undefined;
  let fence: string | undefined;
  for (const row of text.split('\n')) {
    const [, mark] = FENCE.exec(row) ?? [];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      fence = fence === undefined ? mark : undefined;
      continue;
    }
    if (fence !== undefined) {
      const command = row.trim().replace(/^\$ /, '');
      if (level !== undefined && command !== '' && !command.startsWith('#')) found.push(command);
      continue;
    }
    const [, marks, title = ''] = HEADING.exec(row) ?? [];
    if (marks !== undefined) {
      if (/^(?:verify|checks):?$/i.test(title)) level = marks.length;
      else if (level !== undefined && marks.length <= level) level = undefined;
      continue;
    }
    const [, command] = level === undefined ? [] : (/^\s*(?:[-*+]|\d+[.)])\s+`([^`]+)`/.exec(row) ?? []);
    if (command !== undefined) found.push(command.trim());
  }
  return [...new Set(found)];
}

export function isInstructionFile(path: string): boolean {
  return INSTRUCTION_FILES.some((name) => name === basename(path));
}

/** What consent to the checks of an instruction file is bound to. */
export function checksContent(commands: readonly string[]): string {
  return JSON.stringify({ checks: commands });
}

/** The checks that an instruction file names, for review; undefined where there is no such file. */
export function reviewInstructions(path: string): Reviewed | undefined {
  try {
    const commands = checksIn(readRegularText(path));
    return { path, content: checksContent(commands), runs: commands.map((command) => `check ${command}`) };
  } catch {
    return undefined;
  }
}
