import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The name of the file in which a project says which servers it uses. */
export const PROJECT_FILE = '.mcp.json';

export interface Project {
  /** The repository that the folder is in; without one, the folder itself. */
  readonly folder: string;
  /** The nearest file of the name from the folder up to there. */
  readonly file: string | undefined;
}

export async function findProject(cwd: string, name = PROJECT_FILE): Promise<Project> {
  let file: string | undefined;
  for (let folder = cwd; ; folder = dirname(folder)) {
    const candidate = join(folder, name);
    if (file === undefined && (await isFile(candidate))) file = candidate;
    if (await exists(join(folder, '.git'))) return { folder, file };
    if (dirname(folder) === folder) break;
  }
  const own = join(cwd, name);
  // Outside a repository nothing says that the folders above belong to the same project.
  return { folder: cwd, file: file === own ? own : undefined };
}

/** An empty folder of the name keeps programs in the sandbox from creating the file. */
async function isFile(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => !found.isDirectory(),
    () => false,
  );
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
