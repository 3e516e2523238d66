/** Any result of the `terminal env` commands. */
export interface EnvResult {
  readonly name?: string | undefined;
  readonly value?: string | undefined;
  readonly status?: 'set' | 'unset' | undefined;
  readonly variables?: Readonly<Record<string, string>> | undefined;
  readonly withheld?: readonly string[] | undefined;
}

/** `NAME=value` lines, as `env` prints them; a value that was asked for stands alone. */
export function viewEnv({ name, value, status, variables, withheld = [] }: EnvResult): string {
  if (variables) {
    const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
    return [...lines, ...(withheld.length > 0 ? [`(withheld from commands: ${withheld.join(', ')})`] : [])].join('\n');
  }
  if (status === 'unset') return `${name} is unset`;
  if (status === 'set') return `${name}=${value}`;
  return value ?? '';
}
