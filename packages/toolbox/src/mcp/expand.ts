import { CommandError } from '@helve/command';

type Environment = Readonly<Record<string, string | undefined>>;

/** Fills in `${VAR}` and `${VAR:-default}` in every text of a value. A variable that is not set is an error. */
export function expandVariables(value: unknown, env: Environment): unknown {
  if (typeof value === 'string') return expandText(value, env);
  if (Array.isArray(value)) return value.map((item) => expandVariables(item, env));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expandVariables(item, env)]));
}

function expandText(text: string, env: Environment): string {
  return text.replace(/\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g, (_, name: string, fallback: string | undefined) => {
    const value = env[name];
    // As in a shell, `:-` also stands in for an empty value.
    if (fallback !== undefined) return value === undefined || value === '' ? fallback : value;
    if (value !== undefined) return value;
    throw new CommandError('INVALID_SETTINGS', `the variable ${name} is not set`, {
      hint: `Set ${name}, or write \${${name}:-default} there.`,
      details: { variable: name },
    });
  });
}
