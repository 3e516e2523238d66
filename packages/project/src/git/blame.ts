import { CommandError, type Context, parameter, resolvePath, worded } from '@helve/command';
import { firstLine, gitError } from './repository/errors.ts';
import { openRepository } from './repository/repository.ts';
import { requireCommit } from './repository/revision.ts';
import { tryGit, warnOfFilters } from './repository/run.ts';
import type { Input } from '../commands/git/blame.ts';

/** Lines that a result holds at most. */
const LINE_LIMIT = 2000;

/** Who last changed each line of a file, and in which commit. */
export async function blameFile(input: Input, context: Context) {
  await openRepository(context);
  const { from, to = Number.MAX_SAFE_INTEGER } = input;
  if (to < from) {
    throw new CommandError('INVALID_INPUT', worded`${parameter('to')} comes before ${parameter('from')}`, {
      hint: worded`Give the first line as ${parameter('from')}.`,
    });
  }
  const revision = input.revision === undefined ? [] : [await requireCommit(context, 'revision', input.revision)];
  // One line more than the limit tells whether there are more.
  const wanted = Math.min(to - from + 1, LINE_LIMIT + 1);
  const args = [
    'blame',
    '--porcelain',
    '--encoding=UTF-8',
    '-L',
    `${from},+${wanted}`,
    ...revision,
    '--',
    resolvePath(context.place, input.path),
  ];
  const result = await tryGit(context, 'inspect', args);
  warnOfFilters(context, result);
  const length = /has only (\d+) lines?/.exec(result.stderr)?.[1];
  if (length === '0' && from === 1) return { path: input.path, lines: [] };
  if (length !== undefined) {
    throw new CommandError('INVALID_INPUT', firstLine(result), {
      hint: worded`Give a ${parameter('from')} up to ${length}.`,
    });
  }
  if (result.exitCode !== 0) throw gitError(args, result);
  const lines = parseBlame(result.stdout);
  return {
    path: input.path,
    lines: lines.slice(0, LINE_LIMIT),
    ...(lines.length > LINE_LIMIT ? { next: from + LINE_LIMIT } : {}),
  };
}

interface Origin {
  author: string;
  time: number;
  zone: string;
  summary: string;
}

/** Each line has a header with its commit, and ends with its text after a tab. A commit is described only once. */
function parseBlame(output: string) {
  const origins = new Map<string, Origin>();
  const lines: ReturnType<typeof blamed>[] = [];
  let commit = '';
  let number = 0;
  for (const line of output.split('\n')) {
    if (line.startsWith('\t')) {
      const origin = origins.get(commit);
      if (origin) lines.push(blamed(number, commit, origin, line.slice(1)));
      continue;
    }
    const [, hash, final] = /^([0-9a-f]{40,64}) \d+ (\d+)(?: \d+)?$/.exec(line) ?? [];
    if (hash !== undefined) {
      commit = hash;
      number = Number(final);
      if (!origins.has(hash)) origins.set(hash, { author: '', time: 0, zone: '+0000', summary: '' });
      continue;
    }
    const origin = origins.get(commit);
    if (!origin) continue;
    const space = line.indexOf(' ');
    const value = line.slice(space + 1);
    switch (line.slice(0, space)) {
      case 'author':
        origin.author = value;
        break;
      case 'author-time':
        origin.time = Number(value);
        break;
      case 'author-tz':
        origin.zone = value;
        break;
      case 'summary':
        origin.summary = value;
        break;
    }
  }
  return lines;
}

function blamed(line: number, commit: string, origin: Origin, text: string) {
  // Git gives lines that are not committed a commit of zeros.
  const committed = !/^0+$/.test(commit);
  return {
    line,
    commit: committed ? commit : null,
    author: origin.author,
    // For those it gives the time of asking.
    date: committed ? isoDate(origin.time, origin.zone) : null,
    summary: committed ? origin.summary : 'not committed yet',
    text: text.replace(/\r$/, ''),
  };
}

/** Seconds and `+0130` as `2024-05-06T07:08:09+01:30`. */
function isoDate(seconds: number, zone: string): string {
  const [, sign = '+', hours = '00', minutes = '00'] = /^([+-])(\d\d)(\d\d)$/.exec(zone) ?? [];
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const local = new Date((seconds + offset * 60) * 1000).toISOString().slice(0, 19);
  return `${local}${sign}${hours}:${minutes}`;
}
