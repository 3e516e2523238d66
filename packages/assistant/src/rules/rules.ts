import { readRegularText, realPath } from '@helve/command';
import type { Place } from '@helve/command';
import { isInside } from '../context/instruction-file.ts';
import { Instructions } from '../context/instructions.ts';
import { type Enforcement, recognise } from './recognise.ts';
import { type ConfirmedRule, confirmedRules } from './store.ts';

/** `changed`: the line that was confirmed is not in its file any more, so the rule is not enforced. */
export type RuleState = 'proposed' | 'confirmed' | 'changed';

/** A line of an instruction file and how it is, or could be, enforced. */
export interface InstructionRule {
  readonly name: string;
  readonly state: RuleState;
  /** Relative to the project where it is in it. */
  readonly file: string;
  /** Counted from 1; absent where the line is gone. */
  readonly line?: number | undefined;
  readonly text: string;
  readonly enforce: Enforcement;
}

export interface InstructionLine {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

export interface ProjectRules {
  readonly root: string;
  readonly rules: readonly InstructionRule[];
  readonly lines: readonly InstructionLine[];
}

type RulePlace = Pick<Place, 'cwd' | 'home' | 'env'>;

/** All rules of a project: confirmed ones, and those that its instruction files suggest. */
export async function projectRules(
  { cwd, home, env }: RulePlace,
  permits?: (path: string) => boolean,
): Promise<ProjectRules> {
  const instructions = new Instructions({
    cwd,
    home,
    userHome: env.HOME ?? env.USERPROFILE,
    ...(permits ? { permits } : {}),
  });
  const { root } = instructions;
  const lines = instructions
    .initial()
    .flatMap(({ path, text }) => linesOf(shortened(path, root), rawText(path) ?? text));
  const confirmed = (await confirmedRules(home, root)).map((rule) => withState(rule, lines));
  const taken = new Set(confirmed.map(({ name }) => name));
  const covered = (line: InstructionLine, enforce: Enforcement) =>
    confirmed.some(
      (rule) =>
        rule.file === line.file && rule.text === line.text && JSON.stringify(rule.enforce) === JSON.stringify(enforce),
    );
  const proposed = lines.flatMap((line) =>
    recognise(line.text).flatMap(({ name, enforce }): readonly InstructionRule[] => {
      if (covered(line, enforce)) return [];
      const free = freeName(name, taken);
      taken.add(free);
      return [{ name: free, state: 'proposed', ...line, enforce }];
    }),
  );
  return { root, rules: [...confirmed, ...proposed], lines };
}

/** Lines of text, without headings, code blocks and the signs of lists. */
export function linesOf(file: string, text: string): readonly InstructionLine[] {
  let fence: string | undefined;
  return text.split('\n').flatMap((row, index) => {
    const [, mark] = /^\s*(```+|~~~+)/.exec(row) ?? [];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      fence = fence === undefined ? mark : undefined;
      return [];
    }
    const words = row.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '').trim();
    if (fence !== undefined || words === '' || words.startsWith('#')) return [];
    return [{ file, line: index + 1, text: words }];
  });
}

/** What a rule does, in words. */
export function describeEnforcement(enforce: Enforcement): string {
  if ('deny' in enforce) return `denies ${enforce.deny.join(', ')}`;
  if ('run' in enforce) return `requires ${enforce.run} to pass at the end of a turn that changed files`;
  return `asks ${enforce.hook} before each call of a tool`;
}

/** Where a rule comes from: `AGENTS.md:3`. */
export function originOf({ file, line }: Pick<InstructionRule, 'file' | 'line'>): string {
  return line === undefined ? file : `${file}:${line}`;
}

function withState({ name, file, text, enforce }: ConfirmedRule, lines: readonly InstructionLine[]): InstructionRule {
  const found = lines.find((line) => line.file === file && line.text === text);
  return found
    ? { name, state: 'confirmed', file, line: found.line, text, enforce }
    : { name, state: 'changed', file, text, enforce };
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count++) free = `${name}-${count}`;
  return free;
}

function shortened(path: string, root: string): string {
  const real = realPath(path);
  return isInside(real, root) ? real.slice(root.length + 1) : path;
}

/** With the blank lines at its beginning, so that lines are counted right. */
function rawText(path: string): string | undefined {
  try {
    return readRegularText(path);
  } catch {
    return undefined;
  }
}
