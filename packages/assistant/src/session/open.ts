import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import {
  CommandError,
  type Context,
  createSpillPath,
  makeFolder,
  readRegularFile,
  realPath,
  resolvePath,
  toCommandError,
} from '@helve/command';
import { isInside } from '../context/instruction-file.ts';
import { ConversationLog } from '../log/conversation-log.ts';
import { hashOf } from '../rewind/content-store.ts';
import { commitOf } from './bundle/collect.ts';
import { readEntries, replaceTexts } from './bundle/log.ts';
import {
  contentName,
  isBundleName,
  LOG,
  MANIFEST,
  type Manifest,
  MOST_TOTAL,
  readManifest,
} from './bundle/manifest.ts';
import { placeFiles } from './bundle/place-files.ts';
import { readTar, refusedBundle } from './bundle/tar.ts';

interface OpenInput {
  readonly path: string;
  readonly folder: string;
  readonly overwrite: boolean;
}

/** Continues a conversation from a bundle: its files go into a folder, and the conversation into the home. */
export async function openBundle({ path, folder: wanted, overwrite }: OpenInput, context: Context) {
  const parts = await unpack(resolvePath(context.place, path), path);
  const manifest = readManifest(parts.get(MANIFEST));
  const entries = readEntries(checked(parts, LOG, manifest.conversation.sha256));
  for (const { sha256 } of [...manifest.files, ...manifest.spill]) checked(parts, contentName(sha256), sha256);
  const folder = resolvePath(context.place, wanted);
  const isNew = !existsSync(folder);
  await makeFolder(folder).catch((thrown: unknown) => {
    throw toCommandError(thrown, wanted);
  });
  const root = realPath(folder);
  const permits = (file: string) => context.permits(file, 'write');
  const place = async () => {
    const cwd = workingFolder(manifest, root);
    const written = await placeFiles({ folder: root, files: manifest.files, contents: parts, overwrite, permits });
    return { cwd, written };
  };
  const { cwd, written } = await place().catch(async (thrown: unknown) => {
    if (isNew) await rm(root, { recursive: true, force: true });
    throw thrown;
  });
  if (!existsSync(cwd)) await makeFolder(cwd);
  const texts = await placeSpill(manifest, parts, context);
  const log = ConversationLog.create({
    home: context.place.home,
    cwd,
    now: context.now,
    begin: replaceTexts(entries, texts),
  });
  log.append({ type: 'note', text: movedNote(manifest, cwd, root) });
  log.close();
  const { commit } = manifest;
  const here = commit === undefined ? undefined : await commitOf(root, context.place.env);
  if (here !== undefined && here !== commit) {
    context.warn(`The bundle comes from commit ${commit?.slice(0, 12)}; the folder is at ${here.slice(0, 12)}.`);
  }
  return { id: log.id, folder: wanted, written, files: manifest.files.length, leftOut: manifest.leftOut };
}

async function unpack(file: string, path: string): Promise<ReadonlyMap<string, Buffer>> {
  let packed: Buffer;
  try {
    packed = readRegularFile(file, MOST_TOTAL);
  } catch (thrown) {
    throw toCommandError(thrown, path);
  }
  const archive = await promisify(gunzip)(packed, { maxOutputLength: MOST_TOTAL }).catch((thrown: unknown) => {
    const isTooLarge = (thrown as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw refusedBundle(isTooLarge ? 'it is too large' : 'it is not a bundle of helve');
  });
  return readTar(archive, isBundleName);
}

function checked(parts: ReadonlyMap<string, Buffer>, name: string, sha256: string): Buffer {
  const content = parts.get(name);
  if (!content) throw refusedBundle(`${name} is missing`);
  if (hashOf(content) !== sha256) throw refusedBundle(`${name} was changed`);
  return content;
}

/** The folder in the new place that the conversation worked in. */
function workingFolder({ conversation: { root, cwd } }: Manifest, folder: string): string {
  const way = relative(root, cwd);
  const found = join(folder, way);
  if (isInside(cwd, root) && isInside(realPath(found), folder)) return found;
  throw refusedBundle('its working folder is not in its project');
}

/** Writes long output into the home; gives where the conversation finds it now. */
async function placeSpill(
  { spill }: Manifest,
  parts: ReadonlyMap<string, Buffer>,
  { place, now }: Context,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const { path, sha256 } of spill) {
    if (!/\/spill\/[\w./-]+$/.test(path)) throw refusedBundle('it refers to output that is not a file of helve');
    const file = await createSpillPath({ place, now });
    const content = parts.get(contentName(sha256));
    if (!content) throw new CommandError('IO_FAILED', `${path} is missing`);
    await writeFile(file, content, { flag: 'wx', mode: 0o600 });
    texts.set(path, file);
  }
  return texts;
}

function movedNote({ conversation, leftOut }: Manifest, cwd: string, root: string): string {
  const without =
    leftOut.length === 0 ? '' : ` ${leftOut.length} files did not come along, such as links, secrets and settings.`;
  return `[This conversation was continued on another machine. The project was in ${conversation.root} and is now in ${root}; the working directory is ${cwd}. Paths above refer to the old place.${without}]`;
}
