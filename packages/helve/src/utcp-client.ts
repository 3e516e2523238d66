import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Place } from '@helve/command';
import { authorityOf, DEFAULT_SANDBOX, openPolicy, type SandboxSetting } from '@helve/policy';
import { readSettings, sandboxOf } from '@helve/settings';
import { type ClientSurroundings, UtcpClient as ToolboxClient, type UtcpConfig } from '@helve/toolbox';
import { sandboxOfMachine } from './sandbox.ts';

export interface UtcpClientOptions extends Partial<Omit<ClientSurroundings, 'confinement'>> {
  /** Whether programs of `cli` tools are confined; absent: as the settings have it, which is `auto` by default. */
  readonly sandbox?: SandboxSetting;
}

/** A UTCP client of this process. */
export const UtcpClient = {
  /** Makes a client and registers the manuals of its config: an object, or the path of a JSON file. */
  async create(
    config: UtcpConfig | string = {},
    { sandbox, ...options }: UtcpClientOptions = {},
  ): Promise<ToolboxClient> {
    const home = process.env.HELVE_HOME || join(homedir(), '.helve');
    const around = { cwd: process.cwd(), env: process.env, home, ...options };
    return ToolboxClient.open(config, { ...around, confinement: await confinementFor(around, sandbox) });
  },
};

export type UtcpClient = ToolboxClient;

async function confinementFor(place: Place, chosen: SandboxSetting | undefined) {
  const { layers } = await readSettings(place);
  const setting = chosen ?? sandboxOf(layers)?.setting ?? DEFAULT_SANDBOX.setting;
  const policy = openPolicy('the program', sandboxOfMachine(setting, 'the program', 'foreign'));
  return authorityOf(policy).confinement(place, { foreign: true });
}
