import { type Access, type Command, parametersOf, realPath, type Touch } from '@helve/command';

/** The paths in an input, as the command's parameters declare them. */
export function touchesOf(command: Command, input: object, resolve: (path: string) => string): readonly Touch[] {
  const touches: Touch[] = [];
  for (const { name, access } of parametersOf(command)) {
    if (access === undefined) continue;
    const value: unknown = (input as Record<string, unknown>)[name];
    const paths = Array.isArray(value) ? value : [value];
    for (const path of paths) {
      if (typeof path === 'string') touches.push(touch(resolve(path), access));
    }
  }
  return touches;
}

function touch(path: string, access: Access): Touch {
  return { path, access, real: realPath(path) };
}

/** The domains of the addresses in an input. */
export function hostsOf(command: Command, input: object): readonly string[] {
  const given = parametersOf(command).flatMap(({ name, url }) =>
    url ? [(input as Record<string, unknown>)[name]] : [],
  );
  return given.flatMap((value) => {
    return typeof value === 'string' && URL.canParse(value) ? [new URL(value).hostname.toLowerCase()] : [];
  });
}

/** Whether a command is given a shell command line to run. */
export function takesShellLine(command: Command): boolean {
  return parametersOf(command).some(({ shell }) => shell);
}
