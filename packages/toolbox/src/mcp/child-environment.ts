type Environment = Readonly<Record<string, string | undefined>>;

/** What a program needs to run at all. Everything else of ours may hold secrets, and a server gets it only by name. */
const INHERITED = new Set([
  'HOME',
  'LANG',
  'LANGUAGE',
  'LC_ALL',
  'LC_CTYPE',
  'LOGNAME',
  'PATH',
  'SHELL',
  'TERM',
  'TMPDIR',
  'TZ',
  'USER',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_RUNTIME_DIR',
  'XDG_STATE_HOME',
  // Windows
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATHEXT',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
]);

/** The environment of a server: a few of our variables, and its own. */
export function childEnvironment(ours: Environment, own: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = Object.entries(ours).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && INHERITED.has(entry[0].toUpperCase()),
  );
  return { ...Object.fromEntries(inherited), ...own };
}
