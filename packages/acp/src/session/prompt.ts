import { fileURLToPath } from 'node:url';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { MediaPart, Prompt } from '@helve/assistant';
import { CommandError } from '@helve/command';

/** Media that models take. */
const MEDIA = /^(?:image\/(?:png|jpeg|gif|webp)|application\/pdf)$/;

/** What the user says: their words, with files by their paths, and what the editor sends along behind them. */
export function promptOf(blocks: readonly ContentBlock[]): Prompt {
  const words: string[] = [];
  const additions: string[] = [];
  const media: MediaPart[] = [];
  for (const block of blocks) {
    switch (block.type) {
      case 'text':
        words.push(block.text);
        break;
      case 'resource_link':
        words.push(nameOf(block.uri));
        break;
      case 'image':
        media.push(mediaPart(block.mimeType, block.data));
        break;
      case 'resource': {
        const { resource } = block;
        const name = nameOf(resource.uri);
        words.push(name);
        if ('text' in resource) additions.push(`<resource uri="${name}">\n${resource.text}\n</resource>`);
        else media.push(mediaPart(resource.mimeType ?? 'application/octet-stream', resource.blob));
        break;
      }
      case 'audio':
        throw new CommandError('INVALID_INPUT', 'Audio is not supported in prompts', { hint: 'Send text or images.' });
      default:
        break;
    }
  }
  return {
    text: words.join(''),
    ...(media.length > 0 ? { media } : {}),
    ...(additions.length > 0 ? { addition: additions.join('\n\n') } : {}),
  };
}

/** A file by its path, with a range of lines where the client names one; anything else as it is. */
function nameOf(uri: string): string {
  if (!uri.startsWith('file://')) return uri;
  try {
    const url = new URL(uri);
    return `${fileURLToPath(`file://${url.pathname}`)}${url.hash}`;
  } catch {
    return uri;
  }
}

function mediaPart(mediaType: string, data: string): MediaPart {
  if (MEDIA.test(mediaType)) return { type: 'media', mediaType, data };
  throw new CommandError('INVALID_INPUT', `${mediaType} is not supported in prompts`, {
    hint: 'Send text, PNG, JPEG, GIF, WebP or PDF.',
  });
}
