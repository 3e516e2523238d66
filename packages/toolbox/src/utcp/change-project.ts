import type { Context } from '@helve/command';
import { changeDocument, isTrusted, trust } from '@helve/settings';
import type { JsonObject } from '../json.ts';
import { executablePart, modeOf } from './configured.ts';

/**
 * Changes the config of a project. Whoever does has seen what they change; what the file held besides keeps the trust that
 * it had, which is looked at while nobody else changes it. Gives whether the file is trusted then.
 */
export async function changeProject(
  path: string,
  folder: string,
  { place: { home }, now }: Pick<Context, 'place' | 'now'>,
  change: (document: JsonObject | undefined) => JsonObject,
): Promise<boolean> {
  let trusted = false;
  const keepTrust = async (before: JsonObject | undefined, after: JsonObject) => {
    trusted = before === undefined || (await isTrusted(home, { path, content: await executablePart(before, folder) }));
    if (trusted) await trust(home, { path, content: await executablePart(after, folder) }, now());
  };
  await changeDocument(path, change, modeOf('project'), keepTrust);
  return trusted;
}
