import { platform } from 'node:process';
import type { Context } from '@helve/command';
import { findShell, type ShellSearch } from './shell.ts';
import type { Output } from '../commands/terminal/platform.ts';

const PLATFORM_NAMES: Readonly<Record<string, string>> = { win32: 'windows', darwin: 'macos' };

export async function describePlatform(_: object, context: Context): Promise<Output> {
  return platformOf(context.place.env);
}

export function platformOf(env: ShellSearch['env'], search: Partial<ShellSearch> = {}): Output {
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
