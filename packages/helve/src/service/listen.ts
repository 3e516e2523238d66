import { createServer, type Server } from 'node:net';
import { CommandError, parameter, worded } from '@helve/command';

/** Listens on a port of the loopback interface. */
export function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(unusable(port, error));
    server.once('error', fail);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', fail);
      resolve();
    });
  });
}

/** Throws what listening on a port would throw. */
export async function tryPort(port: number): Promise<void> {
  const server = createServer();
  await listen(server, port);
  await new Promise((resolve) => server.close(resolve));
}

function unusable(port: number, error: NodeJS.ErrnoException): CommandError {
  const { code } = error;
  const why = code === 'EADDRINUSE' ? 'is taken' : code === 'EACCES' ? 'is for administrators' : `is no use: ${code}`;
  return new CommandError('SERVICE_FAILED', `port ${port} ${why}`, {
    hint: worded`Choose another with ${parameter('port')}, or leave it out to have any that is free.`,
    retry: 'conditional',
    details: { port, code },
  });
}
