import { CommandError } from '@helve/command';
import { isObject, type JsonObject, textsOf } from '../json.ts';
import { splitToolName } from './manual-format.ts';

/** Changes the plain value of a call before it is given back. */
export type PostProcessor = (value: unknown, toolName: string) => unknown;

/** Makes a processor of the config's `post_processing`. */
export function createPostProcessor(config: unknown): PostProcessor {
  const given = (config ?? {}) as JsonObject;
  const kind = given.tool_post_processor_type ?? given.type;
  const process =
    kind === 'filter_dict' ? filterDict(given) : kind === 'limit_strings' ? limitStrings(given) : undefined;
  if (!process) {
    throw new CommandError('INVALID_INPUT', `There is no post-processor ${JSON.stringify(kind ?? null)}`, {
      hint: 'There are filter_dict and limit_strings.',
    });
  }
  return (value, toolName) => (concerns(given, toolName) ? process(value) : value);
}

/** Where names are both included and excluded, those that are included count. */
function concerns(config: JsonObject, toolName: string): boolean {
  const [manual] = splitToolName(toolName);
  const included = [...textsOf(config.only_include_tools), ...textsOf(config.only_include_manuals)];
  if (included.length > 0) return included.some((name) => matches(name, toolName) || matches(name, manual));
  const excluded = [...textsOf(config.exclude_tools), ...textsOf(config.exclude_manuals)];
  return !excluded.some((name) => matches(name, toolName) || matches(name, manual));
}

function filterDict(config: JsonObject): (value: unknown) => unknown {
  const only = textsOf(config.only_include_keys);
  const not = new Set(textsOf(config.exclude_keys));
  const keeps = only.length > 0 ? (key: string) => only.includes(key) : (key: string) => !not.has(key);
  const filter = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(filter);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, each]) => {
        if (keeps(key)) return [[key, only.length > 0 ? each : filter(each)]];
        // What is looked for may lie deeper.
        const inner = only.length > 0 ? filter(each) : undefined;
        return hasContent(inner) ? [[key, inner]] : [];
      }),
    );
  };
  return filter;
}

function hasContent(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasContent);
  return isObject(value) && Object.keys(value).length > 0;
}

function limitStrings(config: JsonObject): (value: unknown) => unknown {
  const limit = typeof config.limit === 'number' ? config.limit : 10_000;
  const cut = (value: unknown): unknown => {
    if (typeof value === 'string') return value.length > limit ? value.slice(0, limit) : value;
    if (Array.isArray(value)) return value.map(cut);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cut(each)]));
  };
  return cut;
}

/** A name, or a pattern in which `*` stands for anything. */
function matches(pattern: string, name: string): boolean {
  if (!pattern.includes('*')) return pattern === name;
  const source = pattern.split('*').map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  return new RegExp(`^${source.join('.*')}$`, 's').test(name);
}
