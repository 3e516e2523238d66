/**
 * What the operating system enforces on a program that a command starts. `policy` compiles it from the caller's rules,
 * and `processes` enforces it. It is plain data, because a forwarded command takes it along to another process.
 */
export interface Confinement {
  /** The project's folder: patterns are expanded below it when a program starts. */
  readonly project: string;
  /** Folders that can be written. Everything else is read-only. */
  readonly writable: readonly string[];
  /** Absolute path patterns that are read-only within the writable folders. */
  readonly readOnly: readonly string[];
  /** Files and folders that could run code later, outside the sandbox: read-only, and they cannot be created either. */
  readonly guarded: readonly string[];
  /** Where git finds the settings of the user: they may name folders of hooks and files in any repository. */
  readonly userGit?: { readonly home?: string | undefined; readonly files: readonly string[] } | undefined;
  /** Absolute path patterns that cannot be read. */
  readonly hidden: readonly string[];
  /** The rules that hide, by pattern, to name them when a program fails. */
  readonly hiddenBy?: Readonly<Record<string, string>> | undefined;
  /** Folders that stay visible within a hidden one. */
  readonly shown: readonly string[];
  /** Programs of the user's own settings are confined too, such as their MCP servers. */
  readonly all?: true | undefined;
  /** Whether files in the private temporary folder are there again for the next program of the project. */
  readonly keepTemp: boolean;
  /** The hosts that can be reached beside the program's own loopback. */
  readonly network: NetworkAccess;
  /** Absolute path patterns of unix sockets of the outside that can be connected to. */
  readonly sockets: readonly string[];
}

export type NetworkAccess =
  | 'closed'
  /** The network of the machine. */
  | 'open'
  | {
      /** `example.com` covers its subdomains too; `*` is any host. */
      readonly hosts: readonly string[];
      /** Hosts among those that cannot be reached, with their subdomains. */
      readonly except?: readonly string[] | undefined;
    };
