import { homedir } from 'node:os';
import { join } from 'node:path';
import { type ClientSurroundings, UtcpClient as ToolboxClient, type UtcpConfig } from '@helve/toolbox';

export type UtcpClientOptions = Partial<ClientSurroundings>;

/** A UTCP client of this process. */
export const UtcpClient = {
  /** Makes a client and registers the manuals of its config: an object, or the path of a JSON file. */
  create(config: UtcpConfig | string = {}, options: UtcpClientOptions = {}): Promise<ToolboxClient> {
    const home = process.env.HELVE_HOME || join(homedir(), '.helve');
    return ToolboxClient.open(config, { cwd: process.cwd(), env: process.env, home, ...options });
  },
};

export type UtcpClient = ToolboxClient;
