import { CommandError, didYouMean, runCommand } from '@helve/command';
import { under } from '@helve/policy';
import type { Expansion } from '../loop/prompt.ts';
import { splitArguments } from '../skills/expand.ts';
import type { ToolPlace } from '../tools/tool.ts';
import type { UserPolicy } from './offers.ts';

/** A prompt of a server, with what stands behind its name. */
export interface Wanted {
  readonly server: string;
  readonly name: string;
  readonly args: string;
}

interface ListedPrompt {
  readonly toolbox: string;
  readonly name: string;
  readonly arguments: readonly { readonly name: string; readonly required: boolean }[];
}

export async function fillPrompt(
  { server, name, args }: Wanted,
  place: ToolPlace,
  policy: UserPolicy,
): Promise<Expansion> {
  const toolbox = await serverCalled(server, place, policy);
  if (toolbox === undefined) {
    throw new CommandError(
      'NOT_FOUND',
      `There is no command or skill /${server}:${name}, and no MCP server ${server}`,
      {
        hint: 'To send it as text, start with a space.',
      },
    );
  }
  const { prompts } = await run<{ readonly prompts: readonly ListedPrompt[] }>(
    'mcp prompts',
    { toolbox },
    place,
    policy,
  );
  const found = prompts.find((each) => asWord(each.name) === asWord(name));
  if (!found) {
    const names = prompts.map((each) => each.name);
    throw new CommandError('NOT_FOUND', `The MCP server ${toolbox} has no prompt ${name}`, {
      hint: didYouMean(name, names, names.length === 0 ? 'It has none.' : `It has: ${names.join(', ')}.`),
    });
  }
  const values = valuesFrom(args, found);
  const filled = await run<{ readonly text: string }>(
    'mcp prompt',
    { toolbox, prompt: found.name, arguments: values },
    place,
    policy,
  );
  return { text: filled.text, change: {} };
}

/** `Paris FR`, or `city=Paris country=FR`: by place, or by name. What is left over belongs to the last one. */
function valuesFrom(args: string, { name, arguments: takes }: ListedPrompt): Readonly<Record<string, string>> {
  const names = takes.map((each) => each.name);
  const values: Record<string, string> = {};
  for (const word of splitArguments(args)) {
    const [, key = '', value = ''] = /^([\w.-]+)=([\s\S]*)$/.exec(word) ?? [];
    const next = names.find((each) => !Object.hasOwn(values, each));
    const last = names.at(-1);
    if (names.includes(key)) values[key] = value;
    else if (next !== undefined) values[next] = word;
    else if (last !== undefined) values[last] = `${values[last] ?? ''} ${word}`;
  }
  const missing = takes.filter((each) => each.required && !Object.hasOwn(values, each.name));
  if (missing.length === 0) return values;
  throw new CommandError(
    'INVALID_INPUT',
    `The prompt ${name} needs ${missing.map((each) => each.name).join(' and ')}`,
    {
      hint: `For example: ${missing.map((each) => `${each.name}=…`).join(' ')}`,
    },
  );
}

/** The words of a prompt with the resources that it names. */
export async function addResources(
  words: string,
  named: readonly { readonly server: string; readonly uri: string }[],
  place: ToolPlace,
  policy: UserPolicy,
): Promise<Expansion> {
  const texts: string[] = [];
  for (const { server, uri } of named) {
    const toolbox = await serverCalled(server, place, policy);
    if (toolbox === undefined) continue;
    const { text } = await run<{ readonly text: string }>('mcp read', { toolbox, uri }, place, policy);
    texts.push(`<resource server="${toolbox}" uri="${uri}">\n${text}\n</resource>`);
  }
  return { text: [words, ...texts].join('\n\n'), change: {} };
}

/** The server that a name stands for; a slash command writes other characters as underscores. */
async function serverCalled(name: string, place: ToolPlace, policy: UserPolicy): Promise<string | undefined> {
  const { servers } = await run<{ readonly servers: readonly { readonly name: string }[] }>(
    'mcp servers',
    {},
    place,
    policy,
  );
  return servers.find((each) => asWord(each.name) === asWord(name))?.name;
}

function asWord(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, '_').toLowerCase();
}

async function run<Data>(path: string, input: object, place: ToolPlace, policy: UserPolicy): Promise<Data> {
  const { registry, caller } = place;
  const { data } = await runCommand(await registry.get(path), input, under(caller, { policy: await policy() }));
  return data as Data;
}
