import { CommandError } from '@helve/command';
import { isObject, type JsonObject, textsOf } from '../json.ts';
import type { CallTemplate, JsonSchema, Manual, UtcpTool } from './manual-format.ts';
import type { Finding } from './protocol.ts';

export interface ReadManual {
  readonly manual: Manual;
  /** What was odd about it and could be understood all the same. */
  readonly findings: readonly Finding[];
}

/**
 * Reads a manual from text or parsed JSON. It may have log lines around it, keys that we do not know, be a bare list of
 * tools, one tool, or one tool a line, and use the words of the first version of the format.
 */
export function readManual(source: unknown, { template }: { readonly template: CallTemplate }): ReadManual {
  const findings: Finding[] = [];
  const found = typeof source === 'string' ? findJson(source, findings) : source;
  const raw = asManual(found);
  if (!raw) {
    throw new CommandError('INVALID_INPUT', 'This is no UTCP manual: it has no list of tools', {
      hint: 'A manual is {"utcp_version": "1.0.0", "tools": [{"name": …, "tool_call_template": {…}}]}.',
    });
  }
  for (const key of Object.keys(raw)) if (!MANUAL_KEYS.has(key)) findings.push(unknownKey('', key));
  const tools: UtcpTool[] = [];
  const names = new Set<string>();
  raw.tools.forEach((each, index) => {
    const at = `tools[${index}]`;
    const tool = readTool(each, at, template, findings);
    if (!tool) return;
    if (names.has(tool.name)) {
      findings.push({ level: 'error', at, message: `there is a tool ${tool.name} already; this one is left out` });
      return;
    }
    names.add(tool.name);
    tools.push(tool);
  });
  return {
    manual: {
      utcp_version: textOr(raw.utcp_version, '1.0.0'),
      manual_version: textOr(raw.manual_version, '1.0.0'),
      tools,
    },
    findings,
  };
}

/** `info` and `version` stand in the format's own documentation. */
const MANUAL_KEYS: ReadonlySet<string> = new Set(['utcp_version', 'manual_version', 'tools', 'info', 'version']);
const TOOL_KEYS: ReadonlySet<string> = new Set([
  'name',
  'description',
  'inputs',
  'outputs',
  'tags',
  'average_response_size',
  'tool_call_template',
  'tool_provider',
]);

function asManual(found: unknown): (JsonObject & { readonly tools: readonly unknown[] }) | undefined {
  if (Array.isArray(found)) return { tools: found };
  if (!isObject(found)) return undefined;
  if (Array.isArray(found.tools)) return { ...found, tools: found.tools };
  return isToolLike(found) ? { tools: [found] } : undefined;
}

function isToolLike(value: unknown): boolean {
  return (
    isObject(value) && typeof value.name === 'string' && ('tool_call_template' in value || 'tool_provider' in value)
  );
}

function readTool(raw: unknown, at: string, manual: CallTemplate, findings: Finding[]): UtcpTool | undefined {
  const wrong = (message: string) => {
    findings.push({ level: 'error', at, message: `${message}; the tool is left out` });
    return undefined;
  };
  if (!isObject(raw)) return wrong('a tool must be an object');
  const { name, description, inputs, outputs, tags, average_response_size: size } = raw;
  if (typeof name !== 'string' || name.trim() === '') return wrong('a tool needs a name');
  for (const key of Object.keys(raw)) if (!TOOL_KEYS.has(key)) findings.push(unknownKey(at, key));
  const given = raw.tool_call_template ?? raw.tool_provider;
  if (given !== undefined && !isObject(given)) return wrong('tool_call_template must be an object');
  const template = given === undefined ? undefined : inOurWords(given);
  const type = template?.call_template_type ?? (template === undefined ? undefined : manual.call_template_type);
  if (template === undefined || typeof type !== 'string') return wrong('the tool does not say how it is called');
  return {
    name: withoutPrefix(name.trim(), manual.name),
    description: textOr(description, ''),
    inputs: asSchema(inputs, `${at}.inputs`, findings),
    outputs: isObject(outputs) ? outputs : {},
    tags: textsOf(tags),
    ...(typeof size === 'number' ? { average_response_size: size } : {}),
    tool_call_template: { ...template, call_template_type: type },
  };
}

/** The first version of the format spoke of providers, and of one command instead of steps. */
function inOurWords({ provider_type: type, command_name: command, ...rest }: JsonObject): JsonObject {
  return {
    ...rest,
    ...(typeof type === 'string' && !('call_template_type' in rest) ? { call_template_type: type } : {}),
    ...(typeof command === 'string' && !('commands' in rest) ? { commands: [{ command }] } : {}),
  };
}

function asSchema(value: unknown, at: string, findings: Finding[]): JsonSchema {
  if (isObject(value)) return value;
  if (value !== undefined) findings.push({ level: 'warning', at, message: 'is no JSON Schema, and is not enforced' });
  return { type: 'object', properties: {} };
}

function withoutPrefix(name: string, manualName: string | undefined): string {
  return manualName !== undefined && name.startsWith(`${manualName}.`) ? name.slice(manualName.length + 1) : name;
}

/** The JSON in a text: all of it, what follows log lines, or one value a line. */
function findJson(text: string, findings: Finding[]): unknown {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  const whole = tryJson(trimmed);
  if (whole !== undefined) return whole;
  const noise: Finding = { level: 'warning', at: '', message: 'there is other text around the manual' };
  for (const { index } of trimmed.matchAll(/^[ \t]*[{[]/gm)) {
    const rest = trimmed.slice(index);
    const value = tryJson(rest) ?? tryJson(rest.slice(0, lastBracket(rest)));
    if (asManual(value)) {
      findings.push(noise);
      return value;
    }
  }
  const lines = trimmed.split('\n').flatMap((line) => tryJson(line) ?? []);
  const manual = lines.find((value) => isObject(value) && Array.isArray(value.tools));
  const tools = lines.filter(isToolLike);
  if (manual !== undefined || tools.length > 0) {
    findings.push(noise);
    return manual ?? tools;
  }
  throw new CommandError('INVALID_INPUT', `The manual is not JSON: ${begins(trimmed)}`, {
    hint: 'A discovery command must print a UTCP manual on its standard output. Commands that are themselves the tool need "callable": true.',
  });
}

/** The end of the last line that closes a bracket by itself. */
function lastBracket(text: string): number {
  return Math.max(text.lastIndexOf('\n}'), text.lastIndexOf('\n]')) + 2;
}

function begins(text: string): string {
  return text === '' ? 'there is nothing' : `it begins ${JSON.stringify(text.slice(0, 80))}`;
}

function tryJson(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unknownKey(at: string, key: string): Finding {
  return { level: 'warning', at: at === '' ? key : `${at}.${key}`, message: 'is no key of the format, and is ignored' };
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}
