import { CommandError, type Run } from '@helve/command';
import { findServer } from '../servers.ts';
import { mcpLogins } from './logins.ts';

export interface LoginInput {
  readonly toolbox: string;
}

export interface LoginResult {
  readonly toolbox: string;
  /** `waiting`: the user must go to `url`; `open`: the server wants no login. */
  readonly status: 'waiting' | 'open';
  readonly url?: string;
}

/** Begins a login. It is completed when the user comes back from the address, whoever waits for it. */
export const login: Run<LoginInput, LoginResult> = async ({ toolbox }, context) => {
  const { config } = await findServer(context, toolbox);
  if (config.type === 'stdio') {
    throw new CommandError('INVALID_INPUT', `${toolbox} is a program of this machine, which knows no login`, {
      hint: 'Give it what it needs in "env" of its configuration.',
      details: { server: toolbox },
    });
  }
  const url = await context.keep(mcpLogins).begin(config.url);
  return url === undefined ? { toolbox, status: 'open' } : { toolbox, status: 'waiting', url };
};
