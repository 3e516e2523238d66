import type { Sandbox } from '@helve/policy';

/** The sandbox of this machine, used as a setting has it. It is tried when it is first needed. */
export function sandboxOfMachine(setting: Sandbox['setting'], source: string, only?: Sandbox['only']): Sandbox {
  return {
    setting,
    source,
    ...(only === undefined ? {} : { only }),
    state: async () => (await import('@helve/processes/confine')).sandboxState(),
  };
}
