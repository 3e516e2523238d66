import type { ReadResourceResult, Resource } from '@modelcontextprotocol/client';
import type { CallTemplate, UtcpTool } from '../utcp/manual-format.ts';

/** Resources as tools without arguments that read them. Names that would be the same are numbered. */
export function resourceTools(
  server: string,
  resources: readonly Resource[],
  template: CallTemplate,
): readonly UtcpTool[] {
  const seen = new Map<string, number>();
  return resources.map(({ name, uri, description }) => {
    const base = `${server}.resource_${name.replace(/[^A-Za-z0-9_]/g, '_')}`;
    const count = (seen.get(base) ?? 0) + 1;
    seen.set(base, count);
    return {
      name: count === 1 ? base : `${base}_${count}`,
      description: description ?? `Read ${uri}`,
      inputs: { type: 'object', properties: {}, additionalProperties: false },
      outputs: {},
      tags: ['resource'],
      tool_call_template: { ...template, resource_uri: uri },
    };
  });
}

/** What was read: the text, or what there is to know of bytes. */
export function resourceText({ contents }: ReadResourceResult): unknown {
  const values = contents.map((content) => ('text' in content ? content.text : content.blob));
  return values.length === 1 ? values[0] : values;
}
