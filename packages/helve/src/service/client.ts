import { request } from 'node:http';
import { CommandError } from '@helve/registry';
import { startService } from './lifecycle.ts';
import { PROTOCOL_VERSION, type ServiceAnswer, type ServiceReply, type ServiceRequest } from './protocol.ts';
import type { ServiceState } from './state.ts';
import { readToken } from './token.ts';

/** Sends a request to the service of a home, which is started if it does not run. */
export async function callService(home: string, asked: ServiceRequest, signal: AbortSignal): Promise<ServiceAnswer> {
  for (let attempt = 1; attempt <= 2; attempt++) {
    const service = await startService(home);
    if (service.protocolVersion !== PROTOCOL_VERSION) {
      throw failed(`The service is of another version (${service.version})`, 'Run: helve service restart');
    }
    const response = await post(service, readToken(home), asked, signal);
    // It was just stopping: nothing was begun, so it may be asked again.
    if (response !== 'not there' && response.status !== 503) return read(response, asked.id);
  }
  throw failed('The service cannot be reached', 'Run: helve service restart');
}

interface Response {
  readonly status: number;
  readonly body: string;
}

function post(
  { port }: ServiceState,
  token: string,
  asked: ServiceRequest,
  signal: AbortSignal,
): Promise<Response | 'not there'> {
  const body = Buffer.from(JSON.stringify(asked));
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        method: 'POST',
        agent: false,
        signal,
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          'Content-Length': body.length,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', (error) => reject(lost(error, signal)));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') });
        });
      },
    );
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') resolve('not there');
      else reject(lost(error, signal));
    });
    sent.end(body);
  });
}

function read({ status, body }: Response, id: string): ServiceAnswer {
  if (status === 401 || status === 403) {
    throw failed(
      `The service refused the request (${status})`,
      'Its token may have changed. Run: helve service restart',
    );
  }
  let reply: Partial<ServiceReply>;
  try {
    reply = JSON.parse(body) as Partial<ServiceReply>;
  } catch {
    throw failed('The service answered something that is not JSON', 'Run: helve service restart');
  }
  const { ok } = reply;
  if (reply.protocol_version !== PROTOCOL_VERSION || reply.id !== id || typeof ok !== 'boolean') {
    throw failed(`The service gave no answer to this request (${status})`, 'Run: helve service restart');
  }
  return reply as ServiceAnswer;
}

function lost(error: Error, signal: AbortSignal): CommandError {
  // The registry says what the signal was for.
  if (signal.aborted) return new CommandError('CANCELLED', 'The command was cancelled', { retry: 'safe' });
  return failed(
    `The service ended before it answered: ${error.message}`,
    'The command may have been run. Look before you run it again.',
  );
}

function failed(message: string, hint: string): CommandError {
  return new CommandError('SERVICE_FAILED', message, { hint, retry: 'conditional' });
}
