import { CommandError } from './errors.ts';
import type { Module } from './registry.ts';
import { nearest } from './nearest.ts';
import { call, ifOffered, worded, type Wording } from './wording.ts';

type Modules = ReadonlyMap<string, Module>;

/** The error for words that name no command, with the nearest that do. */
export function unknownCommand(words: readonly string[], modules: Modules, absent: Modules): CommandError {
  const [name = '', action] = words;
  const module = modules.get(name);
  if (!module) return unknownModule(words, modules, absent);
  if (action === undefined) return failed(`${name} needs an action`, [ifOffered('help', `See: helve help ${name}`)]);
  const actions = Object.keys(module.actions);
  const known = [words.length - 1, 2]
    .map((end) => words.slice(1, end).join(' '))
    .find((each) => actions.includes(each));
  if (known !== undefined) {
    const path = `${name} ${known}`;
    return failed(
      `${path} has no action ${JSON.stringify(words[path.split(' ').length])}`,
      worded`The command is ${call(path)}`,
      {
        module: name,
        action: known,
        suggestion: known,
      },
    );
  }
  const group = actions.filter((each) => each.startsWith(`${action} `));
  const offered = group.length > 0 ? group : actions;
  const wanted = words.slice(1, group.length > 0 ? 3 : 2).join(' ');
  const near = [...nearest(words.slice(1).join(' '), offered), ...nearest(wanted, offered)];
  // The first word of a group alone is as near to one as to another.
  const [suggestion] = group.length > 0 && wanted === action ? [] : near;
  return failed(
    `${name} has no action ${JSON.stringify(wanted)}`,
    suggestion ? worded`Did you mean: ${call(`${name} ${suggestion}`)}` : `It has: ${offered.join(', ') || 'none'}.`,
    { module: name, action, ...(suggestion ? { suggestion } : {}) },
  );
}

function unknownModule(words: readonly string[], modules: Modules, absent: Modules): CommandError {
  const [name = '', ...rest] = words;
  const { problem } = absent.get(name) ?? {};
  if (problem) {
    return failed(`There is no module ${JSON.stringify(name)} yet: ${problem.message}`, problem.hint, { module: name });
  }
  const [suggestion] = nearest(name, [...modules.keys()]);
  return failed(
    `There is no module ${JSON.stringify(name)}`,
    suggestion
      ? worded`Did you mean: ${call([suggestion, ...rest].join(' '))}`
      : `There are: ${[...modules.keys()].join(', ')}.`,
    { module: name, ...(suggestion ? { suggestion } : {}) },
  );
}

function failed(message: string, hint: Wording | undefined, details?: Readonly<Record<string, unknown>>): CommandError {
  return new CommandError('UNKNOWN_COMMAND', message, { hint, details });
}
