import type { Output as FilledPrompt } from '../commands/mcp/prompt.ts';
import type { Output as Prompts } from '../commands/mcp/prompts.ts';
import type { Output as ReadResource } from '../commands/mcp/read.ts';
import type { Output as Resources } from '../commands/mcp/resources.ts';

export function viewResources({ resources, problems = [] }: Resources): string {
  if (resources.length === 0 && problems.length === 0) return 'There are no resources.';
  return [
    ...resources.map(({ toolbox, uri, description, name }) => `@${toolbox}:${uri}  ${description ?? name}`),
    ...problems,
  ].join('\n');
}

export function briefResources({ resources }: Resources): string {
  return `${resources.length} resources`;
}

export function viewRead({ text, attachments = [] }: ReadResource): string {
  const more = attachments.map(({ mimeType, data }) => `[${mimeType}, ${data.length} characters of base64]`);
  return [...(text === '' ? [] : [text]), ...more].join('\n');
}

export function viewPrompts({ prompts, problems = [] }: Prompts): string {
  if (prompts.length === 0 && problems.length === 0) return 'There are no prompts.';
  return [
    ...prompts.map(({ toolbox, name, description = '', arguments: takes }) => {
      const values = takes.map(({ name: value, required }) => (required ? ` <${value}>` : ` [${value}]`)).join('');
      return `/mcp__${toolbox}__${name}${values}  ${description}`.trimEnd();
    }),
    ...problems,
  ].join('\n');
}

export function briefPrompts({ prompts }: Prompts): string {
  return `${prompts.length} prompts`;
}

export function viewPrompt({ text }: FilledPrompt): string {
  return text;
}
