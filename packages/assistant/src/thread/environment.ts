type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of whoever started a thread, without secrets: those are never written to disk. */
export interface KeptEnvironment {
  readonly variables: Readonly<Record<string, string>>;
  /** Names of variables that were left out. */
  readonly secrets: readonly string[];
}

const SECRET_NAME = /key|token|secret|passw|passphrase|credential|auth|cookie/i;
/** An address with a user and a password. */
const SECRET_VALUE = /:\/\/[^/\s@]*:[^/\s@]*@/;

export function keepEnvironment(env: Environment): KeptEnvironment {
  const entries = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const isSecret = ([name, value]: readonly [string, string]) => SECRET_NAME.test(name) || SECRET_VALUE.test(value);
  return {
    variables: Object.fromEntries(entries.filter((entry) => !isSecret(entry))),
    secrets: entries.filter(isSecret).map(([name]) => name),
  };
}

/** The environment again, with the secrets that another environment of the same user has. */
export function restoreEnvironment({ variables, secrets }: KeptEnvironment, lent: Environment): Environment {
  return { ...variables, ...Object.fromEntries(secrets.map((name) => [name, lent[name]])) };
}
