/** When programs are confined: where a sandbox works, always (or they do not run), or never. */
export type SandboxSetting = 'auto' | 'required' | 'off';

export const SANDBOX_SETTINGS = ['auto', 'required', 'off'] as const satisfies readonly SandboxSetting[];

/** Whether programs can be confined on this machine. */
export type SandboxState =
  | { readonly works: true; readonly driver: string }
  | { readonly works: false; readonly causes: readonly string[]; readonly remedy: string };

/** How a policy uses the sandbox. */
export interface Sandbox {
  readonly setting: SandboxSetting;
  /** Who chose the setting: a flag, a file, or the mode. */
  readonly source: string;
  /** Only programs that others wrote are confined, such as those of UTCP tools: the caller answers for its own. */
  readonly only?: 'foreign' | undefined;
  /** Tries the sandbox once in each process. */
  readonly state: () => Promise<SandboxState>;
}

/**
 * The variable that tells a helve which sandbox its caller works in. Whatever it starts is confined no less: the threads
 * of the service too, which would otherwise follow the files alone.
 */
export const SANDBOX_VARIABLE = 'HELVE_SANDBOX';

/** What applies where neither a flag nor a file says anything. */
export const DEFAULT_SANDBOX = { setting: 'auto', source: 'the default' } as const;

/** Whether such programs are confined under this setting. `required` is, also where that makes them fail. */
export async function confines(
  sandbox: Sandbox | undefined,
  { foreign = false }: { readonly foreign?: boolean | undefined } = {},
): Promise<boolean> {
  if (!sandbox || sandbox.setting === 'off' || (sandbox.only === 'foreign' && !foreign)) return false;
  return sandbox.setting === 'required' || (await sandbox.state()).works;
}
