import { platform } from 'node:process';
import type { Context } from '@helve/command';
import { findShell, type ShellSearch } from './shell.ts';

export interface PlatformResult {
  readonly platform: string;
  readonly shell: string;
  readonly shellPath: string;
  readonly pathSeparator: string;
  readonly commandSeparator: string;
  readonly environmentPrefix: string;
  readonly features: {
    readonly pipelines: boolean;
    readonly redirects: boolean;
    readonly backgroundJobs: boolean;
    readonly heredoc: boolean;
  };
}

const PLATFORM_NAMES: Readonly<Record<string, string>> = { win32: 'windows', darwin: 'macos' };

export async function describePlatform(_: object, context: Context): Promise<PlatformResult> {
  return platformOf(context.env);
}

export function platformOf(env: ShellSearch['env'], search: Partial<ShellSearch> = {}): PlatformResult {
  const system = search.platform ?? platform;
  const { name, path } = findShell(env, search);
  const powershell = name === 'pwsh' || name === 'powershell';
  return {
    platform: PLATFORM_NAMES[system] ?? system,
    shell: name,
    shellPath: path,
    pathSeparator: system === 'win32' ? '\\' : '/',
    commandSeparator: powershell ? ';' : '&&',
    environmentPrefix: powershell ? '$env:' : name === 'cmd' ? '%' : '$',
    features: {
      pipelines: true,
      redirects: true,
      backgroundJobs: true,
      heredoc: !powershell && name !== 'cmd',
    },
  };
}
