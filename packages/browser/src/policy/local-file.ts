import { fileURLToPath } from 'node:url';
import type { Subject } from '@helve/command';
import { isLocal, originOf } from '../protocol/origin.ts';

/** The path of the file that an address shows; undefined if it names none that can be told. */
export function localFile(address: string): string | undefined {
  try {
    return fileURLToPath(originOf(address).place);
  } catch {
    return undefined;
  }
}

/** What the policy must know of an address: a local file is read. */
export function readsFile({ url }: { readonly url?: string | undefined }): Pick<Subject, 'touches'> {
  const path = url === undefined || !isLocal(url) ? undefined : localFile(url);
  return path === undefined ? {} : { touches: [{ path, access: 'read' }] };
}
