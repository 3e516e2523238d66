import type { ContentBlock, ToolCallContent, ToolCallLocation, ToolKind } from '@agentclientprotocol/sdk';
import { type AssistantPart, briefCall, type MediaPart, type ToolOutcome } from '@helve/assistant';
import { type Place, readTextIfAny, resolvePath } from '@helve/command';

/** A call of a tool, with its arguments. */
export type Call = Pick<Extract<AssistantPart, { readonly type: 'toolCall' }>, 'id' | 'name' | 'input'>;

type Where = Pick<Place, 'cwd' | 'env'>;

const KINDS: Readonly<Record<string, ToolKind>> = {
  Read: 'read',
  Write: 'edit',
  Edit: 'edit',
  Glob: 'search',
  Grep: 'search',
  Bash: 'execute',
  WebFetch: 'fetch',
  WebSearch: 'fetch',
  Agent: 'think',
  Todo: 'think',
  ExitPlanMode: 'switch_mode',
};

export function kindOf(name: string): ToolKind {
  return KINDS[name] ?? 'other';
}

/** What a call is called in one line: a command as it is written, anything else by its tool and first argument. */
export function titleOf({ name, input }: Pick<Call, 'name' | 'input'>): string {
  if (name === 'Bash' && typeof input.command === 'string') return input.command;
  return briefCall({ name, input });
}

/** The files that a call is about, so that the editor can follow. */
export function locationsOf({ input }: Call, where: Where): ToolCallLocation[] {
  const { file_path: path, offset } = input;
  if (typeof path !== 'string') return [];
  return [{ path: resolvePath(where, path), ...(typeof offset === 'number' ? { line: offset } : {}) }];
}

/** Files larger than this are shown without what they were before. */
const LARGEST_DIFF = 1 << 20;

/** What a call would change in a file. It is made before the call is. */
export function diffOf({ name, input }: Call, where: Where): ToolCallContent[] {
  const { file_path: file, content, old_string: oldText, new_string: newText } = input;
  if (typeof file !== 'string') return [];
  const path = resolvePath(where, file);
  if (name === 'Edit' && typeof oldText === 'string' && typeof newText === 'string') {
    return [{ type: 'diff', path, oldText, newText }];
  }
  if (name === 'Write' && typeof content === 'string') {
    return [{ type: 'diff', path, oldText: contentBefore(path), newText: content }];
  }
  return [];
}

function contentBefore(path: string): string | null {
  return readTextIfAny(path, LARGEST_DIFF) ?? null;
}

export function textContent(text: string): ToolCallContent {
  return { type: 'content', content: { type: 'text', text } };
}

type Part = { readonly type: 'text'; readonly text: string } | MediaPart;

/** What a call gave back, as the editor shows it. A change that was made is shown as its diff. */
export function resultContent(
  parts: readonly Part[],
  outcome: ToolOutcome | undefined,
  shown: readonly ToolCallContent[],
): ToolCallContent[] {
  const results = parts.flatMap((part): ToolCallContent[] => {
    const content = blockOf(part);
    return content ? [{ type: 'content', content }] : [];
  });
  if (shown.length === 0) return results;
  return outcome === 'ok' || shown.some(({ type }) => type === 'terminal') ? [...shown] : [...shown, ...results];
}

/** The text in some content. */
export function printedIn(content: readonly ToolCallContent[]): string {
  return content
    .map((each) => (each.type === 'content' && each.content.type === 'text' ? each.content.text : ''))
    .join('');
}

/** A part of a message in the words of the protocol. */
export function blockOf(part: Part): ContentBlock | undefined {
  if (part.type === 'text') return part.text === '' ? undefined : { type: 'text', text: part.text };
  if (part.mediaType.startsWith('image/')) return { type: 'image', data: part.data, mimeType: part.mediaType };
  return { type: 'text', text: `[${part.mediaType}]` };
}
