import { defineCommand, flag, url } from '@helve/command';
import * as v from 'valibot';

export const command = defineCommand({
  path: 'web fetch',
  summary: 'Fetch a web page as readable text',
  // What is asked for leaves this machine, and may say something.
  effect: 'execute',
  input: v.object({
    url: url('URL, https://…'),
    raw: flag('Return the raw source instead of readable text'),
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
      if (data.redirect !== undefined)
        return `Redirects to ${data.redirect}, another server. Fetch that URL to continue.`;
      return [`${data.url}${data.title ? ` – ${data.title}` : ''}`, data.content].join('\n\n');
    },
    person: ({ url, title, mediaType, bytes, encoding, content, redirect }) =>
      redirect === undefined
        ? [title ?? url, encoding === 'base64' ? `${mediaType}, ${bytes} bytes` : content].join('\n\n')
        : `Redirects to ${redirect}`,
    brief: ({ url, redirect, bytes }) =>
      redirect === undefined ? `${url}, ${bytes} bytes` : `redirects to ${redirect}`,
  },
});
