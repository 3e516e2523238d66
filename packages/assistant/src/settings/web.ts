import { readDocument, userSettings } from '@helve/settings';
import * as v from 'valibot';
import { settingsIssue } from './issue.ts';

/** What settings say about the web. */
export const WEB_SETTINGS = {
  network: v.optional(v.strictObject({ allowPrivate: v.optional(v.boolean()) })),
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
};

const Settings = v.object(WEB_SETTINGS);

export type WebSettings = v.InferOutput<typeof Settings>;

/** What the user's settings say about the web: no others may. */
export function readWebSettings(home: string): WebSettings {
  const file = userSettings(home);
  const read = v.safeParse(Settings, readDocument(file) ?? {});
  if (read.success) return read.output;
  throw settingsIssue(read.issues[0], Settings, file);
}
