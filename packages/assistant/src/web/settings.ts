import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '@helve/registry';
import * as v from 'valibot';

const Settings = v.object({
  network: v.optional(v.object({ allowPrivate: v.optional(v.boolean()) })),
  webSearch: v.optional(
    v.strictObject({
      /** `{query}` in it stands for what is searched for. */
      url: v.pipe(
        v.string(),
        v.check((url) => url.includes('{query}'), 'must have {query} where what is searched for belongs'),
      ),
      headers: v.optional(v.record(v.string(), v.string()), {}),
    }),
  ),
});

export type WebSettings = v.InferOutput<typeof Settings>;

/** What the user's settings say about the web. */
export async function readWebSettings(home: string): Promise<WebSettings> {
  const file = join(home, 'settings.json');
  try {
    return v.parse(Settings, JSON.parse(await readFile(file, 'utf8')));
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new CommandError('INVALID_SETTINGS', `${file}: ${(thrown as Error).message}`, {
      hint: 'For example: {"webSearch":{"url":"https://search.example.com/search?q={query}&format=json"}}',
    });
  }
}
