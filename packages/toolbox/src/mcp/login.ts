import { CommandError, type Run } from '@helve/command';
import { findServer } from './configured-servers.ts';
import { mcpLogins } from './login/logins.ts';
import type { Input, Output } from '../commands/mcp/login.ts';

/** Begins a login. It is completed when the user comes back from the address, whoever waits for it. */
export const login: Run<Input, Output> = async ({ toolbox }, context) => {
  const { config } = await findServer(context, toolbox);
  if (config.type === 'stdio') {
    throw new CommandError('INVALID_INPUT', `${toolbox} is a local program and has no login`, {
      hint: 'Pass what it needs in "env" of its configuration.',
      details: { server: toolbox },
    });
  }
  const url = await context.keep(mcpLogins).begin(config.url);
  return url === undefined ? { toolbox, status: 'open' } : { toolbox, status: 'waiting', url };
};
