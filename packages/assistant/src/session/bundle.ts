import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Context, makeFolder, projectRoot, realPath, resolvePath, toCommandError } from '@helve/command';
import { hashOf } from '../rewind/content-store.ts';
import { collectProject, collectSpill, commitOf, Contents } from './bundle/collect.ts';
import { portableEntries, writeEntries } from './bundle/log.ts';
import { FORMAT, LOG, MANIFEST, type Manifest, VERSION } from './bundle/manifest.ts';
import { packTar } from './bundle/tar.ts';
import { openSession } from './find.ts';

interface BundleInput {
  readonly id?: string | undefined;
  readonly path: string;
  readonly overwrite: boolean;
}

/** Writes a conversation and the files of its project into one file. */
export async function bundleSession({ id, path, overwrite }: BundleInput, context: Context) {
  const {
    place: { home, env },
    now,
  } = context;
  const log = openSession(id, context);
  const chain = log.chain();
  const start = chain.find(({ type }) => type === 'start');
  const cwd = realPath(start?.type === 'start' ? start.cwd : context.place.cwd);
  const root = projectRoot(cwd);
  const file = resolvePath(context.place, path);
  const contents = new Contents();
  const entries = writeEntries(portableEntries(chain));
  const project = await collectProject(root, contents, context);
  const commit = await commitOf(root, env);
  const manifest: Manifest = {
    format: FORMAT,
    version: VERSION,
    created: new Date(now()).toISOString(),
    conversation: { id: log.id, root, cwd, sha256: hashOf(entries) },
    ...(commit === undefined ? {} : { commit }),
    // The bundle itself may be in the project, from an earlier time.
    files: project.files.filter((each) => resolvePath({ cwd: root, env }, each.path) !== realPath(file)),
    leftOut: project.leftOut,
    spill: collectSpill(entries.toString('utf8'), home, contents),
  };
  const parts = new Map([
    [MANIFEST, Buffer.from(JSON.stringify(manifest, null, 1))],
    [LOG, entries],
    ...contents.files,
  ]);
  const packed = await promisify(gzip)(packTar(parts, Math.floor(now() / 1000)));
  await write(file, packed, overwrite, path);
  return { id: log.id, path, bytes: packed.length, files: manifest.files.length, leftOut: manifest.leftOut };
}

async function write(file: string, content: Buffer, overwrite: boolean, path: string): Promise<void> {
  const temp = `${file}.part`;
  try {
    await makeFolder(dirname(file));
    // It holds what the user's files hold: for them alone.
    if (!overwrite) return await writeFile(file, content, { mode: 0o600, flag: 'wx' });
    await writeFile(temp, content, { mode: 0o600 });
    await rename(temp, file);
  } catch (thrown) {
    if (overwrite) await rm(temp, { force: true });
    throw toCommandError(thrown, path);
  }
}
