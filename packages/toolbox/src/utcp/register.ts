import { relative, resolve, sep } from 'node:path';
import { call, CommandError, type Context, parameter, type Place, type Run, worded } from '@helve/command';
import { changeDocument } from '@helve/settings';
import { isObject, type JsonObject } from '../json.ts';
import { allowing, type CallTemplate, manualName } from './manual-format.ts';
import { asTemplate } from './config.ts';
import { configuredManuals, modeOf, nameOf, templatesOf, userConfigFile } from './configured.ts';
import { changeProject } from './change-project.ts';
import { discover } from './discover.ts';
import { cacheManual } from './manual-cache.ts';
import { openTools } from './open-tools.ts';
import type { Input, Output } from '../commands/utcp/register.ts';

/** Reads a manual, and only if that went well remembers it. */
export const register: Run<Input, Output> = async (input, context) => {
  const { scope, replace } = input;
  const { all, projectFile, folder } = await configuredManuals(context.place);
  const given = templateOf(input, context.place, scope === 'project' ? folder : undefined);
  const name = manualName(given.name ?? '');
  const template = { ...given, name };
  await refuseTaken(name, context);
  if (!replace && all.some((other) => other.name === name && other.scope === scope)) throw alreadyThere(name);
  const { tools } = await openTools(context, 'none', '');
  try {
    const { manual, errors } = await discover(template, context, (confinement) =>
      tools.register(template, { checked: true, confinement }),
    );
    if (manual.tools.length === 0) throw noTools(name, template, errors);
    let replaced = false;
    const source = scope === 'user' ? userConfigFile(context.place) : projectFile;
    const add = (document: JsonObject | undefined) => {
      const templates = templatesOf(document);
      const others = templates.filter((other, index) => nameOf(other, index) !== name);
      replaced = others.length < templates.length;
      // Another may have registered one while this one was read.
      if (replaced && !replace) throw alreadyThere(name);
      return { ...document, manual_call_templates: [...others, template] };
    };
    if (scope === 'user') await changeDocument(source, add, modeOf(scope));
    else if (!(await changeProject(source, folder, context, add))) {
      context.warn(
        worded`${source} holds more that was not trusted: ${call('tool trust', { path: source })} lets ${name} be used`,
      );
    }
    await cacheManual(context.place.home, { name, scope, source, trusted: true, template }, manual);
    const names = manual.tools.map((tool) => `${name}.${tool.name}`);
    return { name, scope, source, tools: names, problems: [...errors], replaced };
  } finally {
    await tools.close();
  }
};

/** In the config of a project, which others have elsewhere, files are named from its `folder` on. */
function templateOf(input: Input, { cwd }: Pick<Place, 'cwd'>, folder: string | undefined): CallTemplate {
  const { template, url, file } = input;
  if ([template, url, file].filter((value) => value !== undefined).length !== 1) {
    throw new CommandError(
      'INVALID_INPUT',
      worded`A manual needs exactly one of ${parameter('template')}, ${parameter('url')} and ${parameter('file')}`,
      { example: 'helve utcp register --name petstore --url https://example.com/openapi.json' },
    );
  }
  const found: CallTemplate =
    url !== undefined
      ? { call_template_type: 'http', http_method: 'GET', url }
      : file !== undefined
        ? { call_template_type: 'file', file_path: fileFrom(folder, resolve(cwd, file)) }
        : asTemplate(isObject(template) ? template : undefined, 'the template', worded`${parameter('template')}`);
  const name = input.name ?? found.name;
  if (name !== undefined) return { ...(input.allow ? allowing(found, input.allow) : found), name };
  throw new CommandError('INVALID_INPUT', 'The manual needs a name', {
    hint: worded`Give it one: ${parameter('name')} weather`,
  });
}

function fileFrom(folder: string | undefined, file: string): string {
  const way = folder === undefined ? file : relative(folder, file);
  return way === '..' || way.startsWith(`..${sep}`) ? file : way;
}

/** Its tools would be hidden behind the commands of ours that have the name. */
async function refuseTaken(name: string, context: Context): Promise<void> {
  const module = (await context.registry()).module(name);
  if (!module || module.source === 'utcp') return;
  throw new CommandError('ALREADY_EXISTS', `There is a module ${name} already`, {
    hint: worded`Give the manual another name: ${parameter('name')} my_${name}`,
  });
}

/** A manual without tools would be of no use, and its owner would look for them in vain. */
function noTools(name: string, template: CallTemplate, problems: readonly string[]): CommandError {
  const type = template.call_template_type;
  const otherwise =
    type === 'cli'
      ? 'The commands printed a manual with an empty list of tools.'
      : 'The document has an empty list of tools, or no operations.';
  return new CommandError('INVALID_INPUT', `${name} was not registered: it has no tools that can be used`, {
    hint: problems.length > 0 ? problems.slice(0, 5).join(' ') : otherwise,
    retry: 'never',
    details: { manual: name, problems: problems.slice(0, 100) },
  });
}

function alreadyThere(name: string): CommandError {
  return new CommandError('ALREADY_EXISTS', `There is a manual ${name} already`, {
    hint: worded`Give this one another name, or replace the other with ${parameter('replace')}. To remove it: ${call('utcp deregister', { name })}`,
  });
}
