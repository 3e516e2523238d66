import { CommandError, type Wording, worded } from '@helve/command';
import { isObject, isText, type JsonObject } from '../json.ts';
import type { CallTemplate } from './manual-format.ts';
import { createPostProcessor, type PostProcessor } from './post-process.ts';
import { createLoader, type Loader } from './variables.ts';

/** What a client is made from, as it is written. */
export interface UtcpConfig {
  readonly variables?: Readonly<Record<string, string>>;
  readonly load_variables_from?: readonly unknown[] | null;
  readonly tool_repository?: unknown;
  readonly tool_search_strategy?: unknown;
  readonly post_processing?: readonly unknown[];
  readonly manual_call_templates?: readonly CallTemplate[];
}

/** The same, understood. */
export interface ReadConfig {
  readonly variables: Readonly<Record<string, string>>;
  readonly loaders: readonly Loader[];
  readonly postProcessors: readonly PostProcessor[];
  readonly templates: readonly CallTemplate[];
  readonly warnings: readonly string[];
}

const KEYS: ReadonlySet<string> = new Set([
  'variables',
  'load_variables_from',
  'tool_repository',
  'tool_search_strategy',
  'post_processing',
  'manual_call_templates',
]);

/** Reads a config. `source` names it in errors; `root` is where its relative paths start. */
export function readConfig(config: unknown, source: string, root: string): ReadConfig {
  if (!isObject(config)) throw wrong(source, 'it must be an object');
  const strategy = kindOf(config.tool_search_strategy, 'tool_search_strategy_type');
  if (strategy !== undefined && strategy !== 'tag_and_description_word_match') {
    throw wrong(source, `there is no tool_search_strategy ${strategy}`);
  }
  const repository = kindOf(config.tool_repository, 'tool_repository_type');
  if (repository !== undefined && repository !== 'in_memory') {
    throw wrong(source, `there is no tool_repository ${repository}`);
  }
  return {
    variables: textMap(config.variables ?? {}, source),
    loaders: listOf(config, 'load_variables_from', source).map((loader) => createLoader(loader, root)),
    postProcessors: listOf(config, 'post_processing', source).map(createPostProcessor),
    templates: listOf(config, 'manual_call_templates', source).map((template, index) =>
      asTemplate(template, `manual_call_templates[${index}]`, source),
    ),
    warnings: Object.keys(config)
      .filter((key) => !KEYS.has(key))
      .map((key) => `${source}: ${key} is no key of a UTCP config, and is ignored`),
  };
}

/** A call template, as far as every protocol needs it. */
export function asTemplate(value: unknown, at: string, source: Wording): CallTemplate {
  if (!isObject(value)) throw wrong(source, `${at} must be an object`);
  // The first version of the format spoke of providers.
  const type = value.call_template_type ?? value.provider_type;
  if (!isText(type) || type === '') {
    throw wrong(source, `${at} needs call_template_type`, 'One of: cli, http, sse, streamable_http, text, file, mcp.');
  }
  if (value.name !== undefined && !isText(value.name)) throw wrong(source, `${at}.name must be a text`);
  return { ...value, call_template_type: type };
}

function kindOf(value: unknown, key: string): string | undefined {
  const kind = isObject(value) ? value[key] : value;
  return isText(kind) ? kind : undefined;
}

function listOf(config: JsonObject, key: string, source: string): readonly unknown[] {
  const value = config[key] ?? [];
  if (Array.isArray(value)) return value;
  throw wrong(source, `${key} must be a list`);
}

function textMap(value: unknown, source: string): Readonly<Record<string, string>> {
  if (isObject(value) && Object.values(value).every(isText)) return value as Readonly<Record<string, string>>;
  throw wrong(source, 'variables must be an object of texts');
}

function wrong(source: Wording, what: string, hint?: string): CommandError {
  return new CommandError('INVALID_SETTINGS', worded`${source}: ${what}`, {
    hint: hint ?? 'See the keys of a UTCP config: variables, load_variables_from, manual_call_templates.',
  });
}
