import { call, type Facts, type Say, worded } from '@helve/command';
import { isObject, isText, type JsonObject, textsOf } from '../json.ts';
import type { Output as Info } from '../commands/utcp/info.ts';

/** A tool for a person: what it does, what it takes, and what is missing. */
export function viewInfo(
  { name, description, tags, inputs, outputs, protocol, manual, missingVariables }: Info,
  _input: object,
  _facts: Facts,
  say: Say,
): string {
  const about = [`${protocol} tool of the manual ${manual}`, ...(tags.length > 0 ? [`tags: ${tags.join(', ')}`] : [])];
  return [
    description === '' ? name : `${name}: ${description}`,
    `  ${about.join('; ')}`,
    ...section('Takes', inputs),
    ...section('Gives', outputs),
    ...(missingVariables.length > 0 ? ['', 'Variables without a value:', ...missingVariables.map(indent)] : []),
    '',
    say(worded`Call it: ${call('utcp call', { tool: name, args: sampleOf(inputs) })}`),
  ].join('\n');
}

function section(title: string, schema: JsonObject): readonly string[] {
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  if (properties.length === 0) return [];
  const required = new Set(textsOf(schema.required));
  const rows = properties.map(([name, property]) => [
    `${name} (${kindOf(property)}${required.has(name) ? ', required' : ''})`,
    isObject(property) && isText(property.description) ? (property.description.trim().split('\n')[0] ?? '') : '',
  ]);
  const width = Math.min(40, Math.max(...rows.map(([left = '']) => left.length)));
  return [
    '',
    `${title}:`,
    ...rows.map(([left = '', right = '']) => indent(`${left.padEnd(width)}  ${right}`.trimEnd())),
  ];
}

function kindOf(property: unknown): string {
  if (!isObject(property)) return 'anything';
  if (Array.isArray(property.enum)) return property.enum.map((value) => JSON.stringify(value)).join(' | ');
  const { type } = property;
  return isText(type) ? type : textsOf(type).join(' | ') || 'anything';
}

/** Something to fill in: what must be given, with words for the values. */
function sampleOf({ properties, required }: JsonObject): JsonObject {
  return Object.fromEntries(
    textsOf(required).map((name) => [name, kindOf(isObject(properties) ? properties[name] : undefined)]),
  );
}

function indent(line: string): string {
  return `  ${line}`;
}
