import { writeFile } from 'node:fs/promises';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { call, CommandError, type Context, createSpillPath, worded } from '@helve/command';
import type { Output } from '../commands/mcp/execute.ts';

/** Something beside the text: bytes, a document, or where one is found. */
export type Attachment = NonNullable<CallResult['attachments']>[number];

export type CallResult = Output;

type Spilling = Pick<Context, 'place' | 'now'>;

/** Characters of text, and of structured content as JSON, that an answer holds; all of a longer one goes to a file. */
const TEXT_LIMIT = 200_000;
/** Characters of base64 that an answer holds of one attachment. */
const DATA_LIMIT = 64_000;
const ERROR_LIMIT = 4_000;

/** A server's answer in our form, bounded. An answer that says it is an error is one. */
export async function shapeResult(
  toolbox: string,
  tool: string,
  { content, structuredContent, isError }: CallToolResult,
  spilling: Spilling,
): Promise<CallResult> {
  const whole = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  if (isError) throw toolFailed(toolbox, tool, whole, structuredContent);
  const attachments: Attachment[] = [];
  for (const part of content) if (part.type !== 'text') attachments.push(await attach(part, spilling));
  const json = structuredContent === undefined ? '' : JSON.stringify(structuredContent);
  const spill = {
    ...(whole.length > TEXT_LIMIT ? { text: await write(whole, '.txt', spilling) } : {}),
    ...(json.length > TEXT_LIMIT ? { structuredContent: await write(json, '.json', spilling) } : {}),
  };
  return {
    toolbox,
    tool,
    text: whole.slice(0, TEXT_LIMIT),
    ...(structuredContent === undefined || json.length > TEXT_LIMIT
      ? {}
      : { structuredContent: { ...structuredContent } }),
    ...(attachments.length > 0 ? { attachments } : {}),
    ...(Object.keys(spill).length > 0 ? { spill } : {}),
  };
}

function toolFailed(server: string, tool: string, text: string, structuredContent: unknown): CommandError {
  const says = text.length > ERROR_LIMIT ? `${text.slice(0, ERROR_LIMIT)}…` : text;
  return new CommandError('TOOL_FAILED', says === '' ? `${tool} failed without a reason` : `${tool} failed: ${says}`, {
    hint: worded`The error is from the MCP server ${server}. See what ${tool} takes: ${call('mcp tools', { toolbox: server })}`,
    details: { server, tool, ...(isSmall(structuredContent) ? { structuredContent } : {}) },
  });
}

function isSmall(value: unknown): boolean {
  return value !== undefined && JSON.stringify(value).length <= ERROR_LIMIT;
}

type Part = Exclude<CallToolResult['content'][number], { readonly type: 'text' }>;

async function attach(part: Part, spilling: Spilling): Promise<Attachment> {
  switch (part.type) {
    case 'image':
    case 'audio':
      return { type: part.type, mimeType: part.mimeType, ...(await keepBytes(part.data, part.mimeType, spilling)) };
    case 'resource_link': {
      const { uri, name, mimeType, description } = part;
      return {
        type: 'link',
        uri,
        name,
        ...(mimeType === undefined ? {} : { mimeType }),
        ...(description === undefined ? {} : { description }),
      };
    }
    case 'resource': {
      const { uri, mimeType } = part.resource;
      const kept =
        'text' in part.resource
          ? await keepText(part.resource.text, spilling)
          : await keepBytes(part.resource.blob, mimeType ?? '', spilling);
      return { type: 'resource', uri, ...(mimeType === undefined ? {} : { mimeType }), ...kept };
    }
  }
}

async function keepText(text: string, spilling: Spilling): Promise<Pick<Attachment, 'text' | 'file'>> {
  if (text.length <= DATA_LIMIT) return { text };
  return { text: text.slice(0, DATA_LIMIT), file: await write(text, '.txt', spilling) };
}

async function keepBytes(
  data: string,
  mimeType: string,
  spilling: Spilling,
): Promise<Pick<Attachment, 'bytes' | 'data' | 'file'>> {
  const bytes = Buffer.from(data, 'base64');
  if (data.length <= DATA_LIMIT) return { bytes: bytes.length, data };
  const [, kind = 'bin'] = /^\w+\/(\w+)/.exec(mimeType) ?? [];
  return { bytes: bytes.length, file: await write(bytes, `.${kind}`, spilling) };
}

async function write(content: string | Buffer, extension: string, spilling: Spilling): Promise<string> {
  const file = (await createSpillPath(spilling)).replace(/\.txt$/, extension);
  await writeFile(file, content, { mode: 0o600, flag: 'wx' });
  return file;
}
