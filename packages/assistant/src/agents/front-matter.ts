import { isObject, type JsonObject } from '@helve/settings';

/** A Markdown file that begins with a few values between lines of dashes, as files of agents and skills do. */
export interface Document {
  readonly fields: JsonObject;
  readonly body: string;
}

/**
 * Takes such a file apart. The values are YAML. Most files use so little of it that no parser need be loaded, and many that
 * are about are none in truth (`description: Use this: then that`): of those each line is taken for what it seems to say.
 */
export async function parseFrontMatter(text: string): Promise<Document> {
  const parts = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)??---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(text);
  if (!parts) return { fields: {}, body: text };
  const [, head = '', body = ''] = parts;
  const lines = head.split(/\r?\n/);
  return { fields: lines.every(isPlain) ? readLines(lines) : await readYaml(head), body: body.trim() };
}

export function textField({ fields }: Document, name: string): string | undefined {
  const value = own(fields, name);
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  // `[file]` is a list to YAML, and to whoever wrote it a hint that looks like this.
  return Array.isArray(value) ? value.map((item) => `[${String(item)}]`).join(' ') : undefined;
}

/** A list as YAML has it, or as words with commas between; without commas, with blanks. Not within brackets. */
export function listField({ fields }: Document, name: string): readonly string[] | undefined {
  const value = own(fields, name);
  if (Array.isArray(value)) return value.map((item) => String(item).trim()).filter((item) => item !== '');
  if (typeof value !== 'string') return undefined;
  const commas = value.split(/,(?![^(]*\))/);
  const items = commas.length > 1 ? commas : value.split(/\s+(?![^(]*\))/);
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

export function numberField(document: Document, name: string): number | undefined {
  const value = Number(textField(document, name) ?? Number.NaN);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

export function flagField(document: Document, name: string): boolean | undefined {
  const value = textField(document, name)?.toLowerCase();
  return value === 'true' || value === 'yes' ? true : value === 'false' || value === 'no' ? false : undefined;
}

function own(fields: JsonObject, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** `key: a few words`: what every reader of YAML would take as it stands. */
function isPlain(line: string): boolean {
  return /^(?:[\w-]+:(?:[ \t]+[^\s>|'"&*!%@`{}[\]?,#:-](?:(?!:(?:\s|$)|\s#)[^\r\n])*)?)?$/.test(line.trimEnd());
}

async function readYaml(head: string): Promise<JsonObject> {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(head, { logLevel: 'silent' });
  const value: unknown = document.errors.length > 0 ? undefined : document.toJS();
  return isObject(value) ? value : readLines(head.split(/\r?\n/));
}

function readLines(lines: readonly string[]): JsonObject {
  const entries = lines.flatMap((line) => {
    const [, name, value = ''] = /^([\w-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, value.replace(/^(["'])(.*)\1$/, '$2')] as const];
  });
  return Object.fromEntries(entries);
}
