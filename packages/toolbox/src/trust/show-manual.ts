import { isObject, isText, type JsonObject } from '../json.ts';

/**
 * What a manual of a UTCP config would run and reach, in words: its template, and the tools in it or its file. What is
 * shown is quoted, so that nothing in it can pretend to be something else.
 */
export function showManual(template: unknown, ofFile: string | undefined): readonly string[] {
  if (!isObject(template)) return ['Unreadable UTCP manual'];
  const { name, call_template_type: type, content, allowed_communication_protocols: allowed } = template;
  const more =
    Array.isArray(allowed) && allowed.length > 0 ? `, may bring ${allowed.map(String).join(', ')} tools` : '';
  const line = `UTCP manual ${quote(name)} (${quote(type)}${more})`;
  return [`${line}${showDoing(template)}`, ...showContent(name, content ?? ofFile)];
}

function showTool(manual: unknown, { name, tool_call_template: template }: JsonObject): string {
  const { call_template_type: type } = isObject(template) ? template : {};
  return `UTCP tool ${quote(`${String(manual)}.${String(name)}`)} (${quote(type)})${isObject(template) ? showDoing(template) : ''}`;
}

function showDoing({
  commands,
  url,
  file_path: file,
  callable_name: command,
  config,
  env_vars: env,
  headers,
}: JsonObject): string {
  const steps = Array.isArray(commands) ? commands.map((step) => (isObject(step) ? step.command : step)) : [];
  const done = [...steps, url, file, command, config].filter((value) => value !== undefined).map(quote);
  const given = Object.entries({ env_vars: env, headers }).filter(([, value]) => value !== undefined);
  const all = [...done, ...given.map(([key, value]) => `${key} ${JSON.stringify(value)}`)];
  return all.length === 0 ? '' : `: ${all.join(', ')}`;
}

/** The tools of a manual that stands in its template; a document of another form as it is. */
function showContent(manual: unknown, content: unknown): readonly string[] {
  if (content === undefined) return [];
  const document = isText(content) ? parse(content) : content;
  const tools = isObject(document) ? document.tools : document;
  if (Array.isArray(tools)) return tools.filter(isObject).map((tool) => showTool(manual, tool));
  return [`UTCP document of ${quote(manual)}: ${JSON.stringify(content)}`];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function quote(value: unknown): string {
  return isText(value) && /^[\w@%+=:,./${}?&#-]+$/.test(value) ? value : (JSON.stringify(value) ?? '');
}
