import type { CommandError, ContentPart } from '@helve/command';
import { describeError } from '@helve/doors';
import type { ToolOutcome } from '../log/entry.ts';
import { type MediaPart, type TextPart, text } from '../model/message.ts';
import type { ToolReply } from './tool.ts';

/** A failure as the model is told of it. */
export function failed(error: CommandError): ToolReply {
  return {
    content: [text(`${error.code}: ${describeError(error)}`)],
    outcome: outcomeOf(error),
    brief: error.message,
  };
}

/** A call that was never made. */
export function notRun(why: string): ToolReply {
  const words = why.charAt(0).toLowerCase() + why.slice(1);
  return { content: [text(`Not run: ${words}.`)], outcome: 'cancelled', brief: why };
}

export function toParts(content: string | readonly ContentPart[]): readonly (TextPart | MediaPart)[] {
  if (typeof content === 'string') return [text(content)];
  return content.map((part) =>
    'text' in part
      ? text(part.text)
      : { type: 'media', mediaType: part.inlineData.mimeType, data: part.inlineData.data },
  );
}

function outcomeOf({ code }: CommandError): ToolOutcome {
  if (code === 'PERMISSION_DENIED' || code === 'OUTSIDE_ROOTS') return 'denied';
  return code === 'CANCELLED' ? 'cancelled' : 'error';
}
