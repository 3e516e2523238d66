import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { HomeFile } from './home/home-file.ts';
import { realPath } from '@helve/command';

/** Something of a project that could run programs: a file, and the part of its content that says what. */
export interface Executable {
  /** Absolute. */
  readonly path: string;
  /** What the user consents to. When it changes, they are asked anew. */
  readonly content: string;
}

type Consents = Readonly<Record<string, readonly { readonly sha256: string; readonly at: string }[]>>;

/** Others must not be able to consent in the user's place. */
const file = new HomeFile<Consents>({
  name: 'consents.json',
  schema: v.record(v.string(), v.array(v.object({ sha256: v.string(), at: v.string() }))),
  empty: {},
  holds: 'consents',
  fill: 'trust allow',
  secret: true,
});

/** A file changes back and forth as branches are switched; so many of its contents are remembered. */
const REMEMBERED = 20;

/** Whether the user has consented to this content at this place. */
export async function isTrusted(home: string, { path, content }: Executable): Promise<boolean> {
  const given = new Map(Object.entries(await file.read(home))).get(realPath(path)) ?? [];
  const sha256 = hash(content);
  return given.some((consent) => consent.sha256 === sha256);
}

/** Remembers that the user consents. */
export async function trust(home: string, { path, content }: Executable, now: number): Promise<void> {
  const [key, sha256] = [realPath(path), hash(content)];
  await file.change(home, (consents) => {
    const others = (consents[key] ?? []).filter((consent) => consent.sha256 !== sha256);
    return {
      ...consents,
      [key]: [...others, { sha256, at: new Date(now).toISOString() }].slice(-REMEMBERED),
    };
  });
}

/** Forgets every consent to a file. Gives whether there was one. */
export async function revoke(home: string, path: string): Promise<boolean> {
  const key = realPath(path);
  if (!Object.hasOwn(await file.read(home), key)) return false;
  await file.change(home, (consents) => Object.fromEntries(Object.entries(consents).filter(([path]) => path !== key)));
  return true;
}

function hash(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
