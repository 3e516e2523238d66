import { CommandError, readRegularText, resolvePath } from '@helve/command';

type Environment = Readonly<Record<string, string | undefined>>;

/** A key as the settings give it: itself, or where it is. */
export async function readKey(provider: string, written: string, env: Environment): Promise<string> {
  const [, kind, name = ''] = /^\$(ENV|KEYRING|FILE):(.+)$/.exec(written) ?? [];
  switch (kind) {
    case 'ENV':
      return env[name] || missing(provider, `in ${name}, which is not set`, `Set ${name}`);
    case 'FILE':
      return readKeyFile(provider, resolvePath({ cwd: '/', env }, name));
    case 'KEYRING': {
      const { readFromKeyring } = await import('./keyring.ts');
      const key = await readFromKeyring(name);
      return key ?? missing(provider, `in the keyring as ${name}, where there is none`, 'Put it there');
    }
    default:
      return written;
  }
}

async function readKeyFile(provider: string, file: string): Promise<string> {
  const { lstat } = await import('node:fs/promises');
  const found = await lstat(file).catch(() => undefined);
  if (!found?.isFile()) return missing(provider, `in ${file}, which is not a file`, `Write it there`);
  if ((found.mode & 0o077) !== 0) {
    throw new CommandError('INVALID_SETTINGS', `${file} holds the key of ${provider}, and others may read it`, {
      hint: `chmod 600 ${file}, and consider replacing the key.`,
    });
  }
  return readRegularText(file).trim() || missing(provider, `in ${file}, which is empty`, 'Write it there');
}

function missing(provider: string, where: string, hint: string): never {
  throw new CommandError('AUTH_REQUIRED', `The key of ${provider} is to be ${where}`, {
    hint: `${hint}, or change providers.${provider}.apiKey in the settings.`,
  });
}
