import { contains } from '@helve/policy';
import type { Step } from './layout.ts';

/** One line of /proc/…/mountinfo. */
interface Mount {
  readonly id: string;
  readonly parent: string;
  /** The file system, and the path in it that is mounted. The kernel gives the present path, also after a rename. */
  readonly device: string;
  readonly root: string;
  readonly point: string;
  readonly isReadOnly: boolean;
  readonly type: string;
}

/** The mounts of a process, as the kernel lists them. */
export class Mounts {
  readonly #root: Mount | undefined;
  readonly #on = new Map<string, Mount[]>();

  constructor(mountinfo: string) {
    const mounts = mountinfo.split('\n').flatMap((line) => parse(line) ?? []);
    const ids = new Set(mounts.map(({ id }) => id));
    this.#root = mounts.find(({ parent, point }) => point === '/' && !ids.has(parent));
    for (const mount of mounts) {
      const others = this.#on.get(mount.parent);
      if (others === undefined) this.#on.set(mount.parent, [mount]);
      else others.push(mount);
    }
  }

  /** The mount that a path leads to. A mount may be listed although another one covers it. */
  at(path: string): Mount | undefined {
    let found = this.#root;
    for (let next = found; next !== undefined; next = this.#next(next, path)) found = next;
    return found;
  }

  #next({ id }: Mount, path: string): Mount | undefined {
    let outermost: Mount | undefined;
    for (const mount of this.#on.get(id) ?? []) {
      if (!contains(mount.point, path)) continue;
      if (outermost === undefined || mount.point.length < outermost.point.length) outermost = mount;
    }
    return outermost;
  }

  /** Where a path without links is: on which file system, and at which path in it. */
  placeOf(path: string): string | undefined {
    const mount = this.at(path);
    if (mount === undefined) return undefined;
    const below = path.slice(mount.point === '/' ? 0 : mount.point.length);
    return place(mount.device, `${mount.root === '/' ? '' : mount.root}${below === '/' ? '' : below}`);
  }
}

/**
 * The first path of a sandbox at which there is not what its layout says. Names are looked up again when a mount is made,
 * and a program that already runs can have replaced a folder by a link since they were checked.
 */
export function misplaced(steps: readonly Step[], outside: Mounts, inside: Mounts): string | undefined {
  const find = (root: string) => steps.find((step) => !isInPlace(step, outside, inside, root))?.path;
  return find(UNFINISHED) === undefined ? undefined : find('');
}

/** Where bubblewrap makes its mounts. Its last step is to make this the root. */
const UNFINISHED = '/newroot';

function isInPlace(step: Step, outside: Mounts, inside: Mounts, root: string): boolean {
  const mount = inside.at(root + step.path);
  if (mount?.point !== root + step.path) return false;
  switch (step.kind) {
    case 'scratch':
    case 'emptyFolder':
      return mount.type === 'tmpfs' && mount.root === '/';
    case 'emptyFile':
      return mount.isReadOnly && place(mount.device, mount.root) !== outside.placeOf(step.path);
    case 'writable':
    case 'readOnly':
      return (
        place(mount.device, mount.root) === outside.placeOf(step.source) &&
        (step.kind === 'writable' || mount.isReadOnly)
      );
  }
}

function place(device: string, path: string): string {
  return `${device} ${path === '' ? '/' : path}`;
}

function parse(line: string): Mount | undefined {
  const [id, parent, device, root, point, options, ...rest] = line.split(' ');
  if (id === undefined || parent === undefined || device === undefined || options === undefined) return undefined;
  return {
    id,
    parent,
    device,
    root: unescape(root ?? ''),
    point: unescape(point ?? ''),
    isReadOnly: options.split(',').includes('ro'),
    type: rest[rest.indexOf('-') + 1] ?? '',
  };
}

/** The kernel writes spaces, tabs, line ends and backslashes as octal numbers. */
export function unescape(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replaceAll(/\\(\d{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)));
}
