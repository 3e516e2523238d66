/** How an instruction is enforced: calls are denied, a command must pass at the end of a turn, or a hook judges each call. */
export type Enforcement = { deny: string[] } | { run: string } | { hook: string };

export interface Recognised {
  readonly name: string;
  readonly enforce: Enforcement;
}

const CODE = '`([^`]+)`';
const NOT = "(?:never|do not|don't|don’t|must not|avoid)";
/** Programs that are named without backticks, too, where one is to be used instead of another. */
const PROGRAMS = 'npm|npx|yarn|pnpm|bun|deno|pip|pip3|uv|poetry|conda|make|docker|podman|sudo|curl|wget|grep|sed';
const NAMED = `(?:${CODE}|\\b(${PROGRAMS})\\b)`;
const END = String.raw`(?:before|after|at the end|when you(?:'re| are)? (?:done|finish|ready)|every time|once you)`;

interface Form {
  readonly pattern: RegExp;
  readonly read: (groups: readonly (string | undefined)[]) => Recognised | undefined;
}

const FORMS: readonly Form[] = [
  {
    // Never run `git push --force`
    pattern: new RegExp(`\\b${NOT}\\s+(?:run|running|execute|call|invoke)\\s+${CODE}`, 'i'),
    read: ([command]) => denyCommand(command),
  },
  {
    // Do not edit `dist/`
    pattern: new RegExp(
      `\\b${NOT}\\s+(?:edit|editing|modify|modifying|change|changing|touch|touching|delete|deleting|write (?:to|in))\\s+(?:files? (?:in|under|below)\\s+|anything (?:in|under|below)\\s+)?${CODE}`,
      'i',
    ),
    read: ([path]) => denyPath(path),
  },
  {
    // Use pnpm, not npm; use `pnpm` instead of `npm`
    pattern: new RegExp(
      `\\buse\\s+${NAMED}(?:,|;)?\\s+(?:and\\s+)?(?:not|never|instead of|rather than)\\s+${NAMED}`,
      'i',
    ),
    read: ([good, goodWord, bad, badWord]) =>
      (good ?? goodWord) === (bad ?? badWord) ? undefined : denyCommand(bad ?? badWord),
  },
  {
    // Never use npm
    pattern: new RegExp(
      `\\b${NOT}\\s+(?:use|using)\\s+(?:${CODE.replace('[^`]+', `(?:${PROGRAMS})(?: [^\`]*)?`)}|(${PROGRAMS})\\b)`,
      'i',
    ),
    read: ([command, word]) => denyCommand(command ?? word),
  },
  {
    // Run `npm test` before you finish; always run `npm test`
    pattern: new RegExp(`\\b(?:always\\s+run\\s+${CODE}|run\\s+${CODE}[^.]*?\\b${END}\\b)`, 'i'),
    read: ([always, command]) => mustRun(always ?? command),
  },
  {
    // Before you finish: `npm test`; after each change, run `npm test`
    pattern: new RegExp(`\\b(?:before|after)\\b[^\`.]*?(?:[:,]|\\brun)\\s*(?:always\\s+)?(?:run\\s+)?${CODE}`, 'i'),
    read: ([command]) => mustRun(command),
  },
];

/** What can be recognised in a line by its form. No model is asked. */
export function recognise(line: string): readonly Recognised[] {
  const found = sentencesOf(line).flatMap((sentence) => {
    for (const { pattern, read } of FORMS) {
      const match = pattern.exec(sentence);
      const made = match && read(match.slice(1));
      if (made) return [made];
    }
    return [];
  });
  return [...new Map(found.map((each) => [each.name, each])).values()];
}

/** A name for people to type. */
export function slugOf(text: string): string {
  const slug = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return slug.slice(0, 40).replace(/-$/, '') || 'rule';
}

/** At the ends of sentences that are not within code. */
function sentencesOf(line: string): readonly string[] {
  return line.match(/(?:`[^`]*`|[^`.;]|[.;](?!\s|$))+/g) ?? [];
}

function denyCommand(command: string | undefined): Recognised | undefined {
  const line = command?.trim().replace(/\s*\*$/, '');
  if (!line || /[()|&;<>$\n]/.test(line)) return undefined;
  return { name: `no-${slugOf(line)}`, enforce: { deny: [`Bash(${line})`, `Bash(${line} *)`] } };
}

function denyPath(path: string | undefined): Recognised | undefined {
  const given = path?.trim();
  if (!given || /[()\s]/.test(given) || !/[./*]/.test(given)) return undefined;
  const deny = given.endsWith('/') ? [`Edit(${given}**)`] : [`Edit(${given})`];
  return { name: `keep-${slugOf(given)}`, enforce: { deny } };
}

function mustRun(command: string | undefined): Recognised | undefined {
  const line = command?.trim();
  // A file or an identifier in backticks is no command.
  if (!line || !/^[\w./-]+(?:\s|$)/.test(line) || /<[^>]+>|…|\.\.\./.test(line)) return undefined;
  if (
    !line.includes(' ') &&
    !/^(?:make|just|tox|pytest|cargo|gradle)$/.test(line) &&
    !/^(?:\.\/|scripts\/|bin\/)/.test(line)
  )
    return undefined;
  return { name: `run-${slugOf(line)}`, enforce: { run: line } };
}
