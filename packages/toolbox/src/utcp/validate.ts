import {
  CommandError,
  parameter,
  readRegularText,
  resolvePath,
  type Run,
  toCommandError,
  worded,
} from '@helve/command';
import { isObject, type JsonObject } from '../json.ts';
import { builtIn } from './built-in.ts';
import { asTemplate } from './config.ts';
import type { CallTemplate, UtcpTool } from './manual-format.ts';
import type { Finding } from './protocol.ts';
import { Protocols } from './protocols.ts';
import { readManual } from './read-manual.ts';
import type { Input, Output } from '../commands/utcp/validate.ts';

/** Says what is wrong or dangerous in a config, a manual or a call template. Runs nothing and reaches nothing. */
export const validate: Run<Input, Output> = async ({ file, content }, context) => {
  if ((file === undefined) === (content === undefined)) {
    throw new CommandError(
      'INVALID_INPUT',
      worded`Exactly one of ${parameter('file')} and ${parameter('content')} is needed`,
      { example: 'helve utcp validate --file manual.json' },
    );
  }
  const text = content ?? (await readText(resolvePath(context.place, file ?? ''), file ?? ''));
  const document = await parse(text);
  const { kind, findings } = await check(document, new Protocols(builtIn(context.place)));
  return { kind, valid: findings.every(({ level }) => level !== 'error'), findings: [...findings] };
};

async function readText(path: string, shown: string): Promise<string> {
  try {
    return readRegularText(path);
  } catch (thrown) {
    throw toCommandError(thrown, shown);
  }
}

/** JSON or YAML; text that is neither may still hold a manual among log lines. */
async function parse(text: string): Promise<unknown> {
  const { parseText } = await import('./openapi/read-document.ts');
  const parsed = await parseText(text);
  return typeof parsed === 'object' && parsed !== null ? parsed : text;
}

async function check(document: unknown, protocols: Protocols): Promise<Omit<Output, 'valid'>> {
  if (isObject(document) && Array.isArray(document.manual_call_templates)) {
    return { kind: 'config', findings: await checkConfig(document, document.manual_call_templates, protocols) };
  }
  if (isObject(document) && 'call_template_type' in document) {
    return { kind: 'template', findings: [...(await checkTemplate(document, '', protocols))] };
  }
  const { isOpenApi } = await import('./openapi/convert.ts');
  if (isOpenApi(document)) return { kind: 'openapi', findings: await checkOpenApi(document) };
  const { manual, findings } = readManual(document, { template: { call_template_type: 'text' } });
  const ofTools = await Promise.all(
    manual.tools.map((tool, index) =>
      checkTemplate(tool.tool_call_template, `tools[${index}].tool_call_template`, protocols, tool),
    ),
  );
  const { schemaFindings } = await import('../schema-findings.ts');
  const ofSchemas = manual.tools.flatMap(({ inputs }, index) => schemaFindings(inputs, `tools[${index}].inputs`));
  return { kind: 'manual', findings: [...findings, ...ofSchemas, ...ofTools.flat()] };
}

/** What of a document cannot become tools. */
async function checkOpenApi(document: unknown): Promise<Finding[]> {
  const { readDocument } = await import('./openapi/read-document.ts');
  const findings: Finding[] = [];
  const warn = (message: string) => void findings.push({ level: 'warning', at: '', message });
  try {
    const base_url = 'https://example.com';
    await readDocument(document, { call_template_type: 'text', base_url }, { allow: {}, warn });
  } catch (thrown) {
    const { message, hint } = toCommandError(thrown);
    findings.push({ level: 'error', at: '', message, ...(hint === undefined ? {} : { hint }) });
  }
  return findings;
}

async function checkConfig(
  config: JsonObject,
  templates: readonly unknown[],
  protocols: Protocols,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const names = new Set<string>();
  for (const [index, template] of templates.entries()) {
    const at = `manual_call_templates[${index}]`;
    const name = isObject(template) && typeof template.name === 'string' ? template.name : undefined;
    if (name === undefined) findings.push({ level: 'warning', at, message: 'has no name, and gets one by its place' });
    else if (names.has(name)) findings.push({ level: 'error', at, message: `there is a manual ${name} already` });
    else names.add(name);
    findings.push(...(await checkTemplate(template, at, protocols)));
    const { content } = isObject(template) ? template : {};
    if (content !== undefined) findings.push(...(await checkContent(content, `${at}.content`, protocols)));
  }
  return findings;
}

/** A manual that stands inside a template. */
async function checkContent(content: unknown, at: string, protocols: Protocols): Promise<readonly Finding[]> {
  try {
    const { findings } = await check(typeof content === 'string' ? await parse(content) : content, protocols);
    return findings.map((finding) => ({ ...finding, at: finding.at === '' ? at : `${at}: ${finding.at}` }));
  } catch (thrown) {
    return [{ level: 'error', at, message: toCommandError(thrown).message }];
  }
}

async function checkTemplate(
  value: unknown,
  at: string,
  protocols: Protocols,
  tool?: UtcpTool,
): Promise<readonly Finding[]> {
  try {
    const template: CallTemplate = asTemplate(value, at || 'the template', 'the document');
    const protocol = await protocols.get(template.call_template_type);
    return protocol.check?.(template, at, tool) ?? [];
  } catch (thrown) {
    const { message, hint } = toCommandError(thrown);
    return [{ level: 'error', at, message, ...(hint === undefined ? {} : { hint }) }];
  }
}
