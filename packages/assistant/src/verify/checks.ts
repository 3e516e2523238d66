import { basename, dirname, resolve } from 'node:path';
import { projectRoot, realPath } from '@helve/command';
import { checksContent, checksIn, isInstructionFile, isOwn, isTrusted, type Layer } from '@helve/settings';
import type { InstructionFile } from '../context/instruction-file.ts';
import { isInside } from '../context/instruction-file.ts';
import { type InstructionRule, originOf } from '../rules/rules.ts';
import type { AtEnd, VerifySettings } from './settings.ts';

/** A command that shows whether the project is in order. */
export interface Check {
  readonly command: string;
  /** Where it runs, with links followed. */
  readonly folder: string;
  /** The file that names it. */
  readonly source: string;
  /** Whether helve may run it by itself: the user named it, or trusts the file that does. */
  readonly trusted: boolean;
  /** Seconds that it may take. */
  readonly timeout: number;
  /** The confirmed rule that requires it: helve always runs it at the end. */
  readonly rule?: InstructionRule;
}

export interface Checks {
  readonly checks: readonly Check[];
  readonly atEnd: AtEnd;
}

export interface CheckSources {
  readonly cwd: string;
  readonly home: string;
  readonly layers: readonly Layer[];
  readonly instructions: readonly InstructionFile[];
  /** Confirmed rules. */
  readonly rules?: readonly InstructionRule[];
}

const TIMEOUT_SECONDS = 600;

/** The checks of a project: those of the settings, then those of its instruction files. */
export async function findChecks({ cwd, home, layers, instructions, rules = [] }: CheckSources): Promise<Checks> {
  const root = projectRoot(realPath(cwd));
  const found = [
    ...fromSettings(layers, root),
    ...(await fromInstructions(instructions, root, home)),
    ...fromRules(rules, root),
  ];
  const distinct = new Map(found.map((check) => [JSON.stringify([check.command, check.folder]), check]));
  const said = layers.flatMap(({ document, foreign }) => (foreign ? [] : (verifyOf(document)?.atEnd ?? [])));
  return { checks: [...distinct.values()], atEnd: said.at(-1) ?? 'remind' };
}

/** What a check is called where the reader knows the project. */
export function nameOf({ command, folder }: Pick<Check, 'command' | 'folder'>, root: string): string {
  return folder === root ? command : `${command} (in ${folder.slice(root.length + 1) || folder})`;
}

/** Validated before, with all settings. */
function verifyOf(document: Layer['document']): VerifySettings | undefined {
  return document.verify as VerifySettings | undefined;
}

function fromSettings(layers: readonly Layer[], root: string): readonly Check[] {
  return layers.flatMap(({ document, foreign, file, scope }) => {
    if (foreign) return [];
    // A project's settings are in a folder of the folder that they are about.
    const base = isOwn(scope) ? root : dirname(dirname(file));
    return (verifyOf(document)?.checks ?? []).map((said): Check => {
      const { run, folder = '.', timeout = TIMEOUT_SECONDS } = typeof said === 'string' ? { run: said } : said;
      return { command: run.trim(), folder: realPath(resolve(base, folder)), source: file, trusted: true, timeout };
    });
  });
}

function fromRules(rules: readonly InstructionRule[], root: string): readonly Check[] {
  return rules.flatMap((rule) =>
    'run' in rule.enforce
      ? [
          {
            command: rule.enforce.run,
            folder: root,
            source: originOf(rule),
            trusted: true,
            timeout: TIMEOUT_SECONDS,
            rule,
          },
        ]
      : [],
  );
}

async function fromInstructions(
  files: readonly InstructionFile[],
  root: string,
  home: string,
): Promise<readonly Check[]> {
  const found = await Promise.all(
    files.map(async ({ path, text }): Promise<readonly Check[]> => {
      const commands = checksIn(text);
      if (commands.length === 0) return [];
      const ofProject = isInside(realPath(path), root);
      // Only a file of the project that has a name of its own says where its commands run.
      const folder = ofProject && isInstructionFile(basename(path)) ? realPath(dirname(path)) : root;
      const trusted = !ofProject || (await isTrusted(home, { path, content: checksContent(commands) }));
      return commands.map((command) => ({ command, folder, source: path, trusted, timeout: TIMEOUT_SECONDS }));
    }),
  );
  return found.flat();
}
