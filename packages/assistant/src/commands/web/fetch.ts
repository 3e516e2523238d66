import { defineCommand, flag, url } from '@helve/command';
import * as v from 'valibot';

export const command = defineCommand({
  path: 'web fetch',
  summary: 'A page of the web as readable text',
  // What is asked for leaves this machine, and may say something.
  effect: 'execute',
  input: v.object({
    url: url('The address, https://…'),
    raw: flag('The source as it came, instead of its readable text'),
  }),
  output: v.object({
    url: v.string(),
    status: v.number(),
    mediaType: v.string(),
    title: v.optional(v.string()),
    content: v.string(),
    encoding: v.picklist(['utf-8', 'base64']),
    bytes: v.number(),
    /** Set where the server sends elsewhere: nothing was read there. */
    redirect: v.optional(v.string()),
  }),
  examples: ['helve web fetch --url https://example.com/'],
  run: async () => (await import('../../web/fetch.ts')).fetchPage,
  render: {
    model: (data) => {
      if (data.encoding === 'base64') return [{ inlineData: { mimeType: data.mediaType, data: data.content } }];
      if (data.redirect !== undefined) return `It redirects to ${data.redirect}, another server. Fetch that to go on.`;
      return [`${data.url}${data.title ? ` – ${data.title}` : ''}`, data.content].join('\n\n');
    },
    person: ({ url, title, mediaType, bytes, encoding, content, redirect }) =>
      redirect === undefined
        ? [title ?? url, encoding === 'base64' ? `${mediaType}, ${bytes} bytes` : content].join('\n\n')
        : `It redirects to ${redirect}`,
    brief: ({ url, redirect, bytes }) =>
      redirect === undefined ? `${url}, ${bytes} bytes` : `redirects to ${redirect}`,
  },
});
