import { Agent, type IncomingMessage, request } from 'node:http';
import {
  call,
  CommandError,
  type Contact,
  type Form,
  readJsonLines,
  toCommandError,
  worded,
  type Wording,
} from '@helve/command';
import type { Way } from '@helve/command/host';
import { readToken } from '@helve/settings';
import {
  KEEP_ALIVE_MS,
  PROGRESS_LINES,
  PROTOCOL_VERSION,
  type QuestionLine,
  type ServiceAnswer,
  type ServiceReply,
  type ServiceRequest,
} from './protocol.ts';
import { type Pulse, watchPulse } from './pulse.ts';
import type { ServiceState } from './state.ts';
import { tokenFile } from './token.ts';

export interface Waiting {
  readonly signal?: AbortSignal | undefined;
  /** Told how the request goes; absent: nobody wants to know. */
  readonly progress?: ((message: string) => void) | undefined;
  /** Who answers what the service asks meanwhile. */
  readonly contact?: Contact | undefined;
  readonly onForwarded?: ((way: Way) => void) | undefined;
  /** How it is seen that the service hangs. */
  readonly pulse?: Pulse | undefined;
}

/**
 * Connections are used again: a session is written to many times. An idle one is closed by us well before the service
 * would (`KEEP_ALIVE_MS`), so that no request is sent into a connection that is just being closed.
 */
const CONNECTIONS = new Agent({ keepAlive: true, timeout: KEEP_ALIVE_MS / 2 });

/** Sends a request to a running service. `not there`: nothing was begun, because it is gone or about to go. */
export async function post(
  home: string,
  service: ServiceState,
  asked: ServiceRequest,
  waiting: Waiting,
): Promise<ServiceAnswer | 'not there'> {
  const token = readToken(tokenFile(home));
  const onQuestion = (question: QuestionLine) => void answerQuestion(service, token, question, waiting);
  const response = await send(service, token, asked, waiting, onQuestion);
  if (response === 'not there' || response.status === 503) return 'not there';
  waiting.onForwarded?.({ url: `http://127.0.0.1:${service.port}/`, httpStatus: response.status });
  return read(response, asked.id);
}

interface Response {
  readonly status: number;
  /** Absent where it was not JSON. */
  readonly reply: Partial<ServiceReply> | undefined;
}

function send(
  { port }: ServiceState,
  token: string,
  asked: ServiceRequest,
  { signal, progress, contact, pulse }: Waiting,
  onQuestion?: (question: QuestionLine) => void,
): Promise<Response | 'not there'> {
  const body = Buffer.from(JSON.stringify(asked));
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        method: 'POST',
        agent: CONNECTIONS,
        ...(signal ? { signal } : {}),
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          'Content-Length': body.length,
          ...(progress || contact ? { Accept: PROGRESS_LINES } : {}),
        },
      },
      (response) => {
        receive(response, progress, onQuestion).then(resolve, (error: Error) => reject(lost(error, signal)));
      },
    );
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') resolve('not there');
      else reject(lost(error, signal));
    });
    const silent = () => sent.destroy(failed('The service does not answer', REPLACE));
    sent.on('close', watchPulse(port, silent, pulse));
    sent.end(body);
  });
}

/** Reads lines up to the last, which is the reply; those before tell of progress. */
function receive(
  response: IncomingMessage,
  progress: Waiting['progress'],
  onQuestion: ((question: QuestionLine) => void) | undefined,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let reply: Partial<ServiceReply> | undefined;
    readJsonLines(response, {
      largest: Number.POSITIVE_INFINITY,
      onMessage: (message) => {
        if (tellsProgress(message)) progress?.(message.progress);
        else if (isQuestion(message)) onQuestion?.(message.question);
        else reply = message as Partial<ServiceReply>;
      },
      onBroken: () => {},
      onEnd: (error) => {
        if (error) reject(error);
        else resolve({ status: response.statusCode ?? 0, reply });
      },
    });
  });
}

function tellsProgress(message: unknown): message is { readonly progress: string } {
  return typeof message === 'object' && message !== null && 'progress' in message;
}

function isQuestion(message: unknown): message is { readonly question: QuestionLine } {
  return typeof message === 'object' && message !== null && 'question' in message;
}

/** Puts a question of the service to the caller, and sends the answer. What goes wrong is a refusal to answer. */
async function answerQuestion(
  service: ServiceState,
  token: string,
  { id, kind, about }: QuestionLine,
  { contact, signal }: Waiting,
): Promise<void> {
  const refusal = kind === 'elicit' ? { action: 'cancel' } : { failed: 'Nobody answers here' };
  const asked = kind === 'elicit' ? contact?.elicit?.(about as unknown as Form) : contact?.sample?.(about);
  const answer = await Promise.resolve(asked ?? refusal).catch((thrown: unknown) =>
    kind === 'elicit' ? refusal : { failed: toCommandError(thrown).message },
  );
  const head = { protocol_version: PROTOCOL_VERSION, id, action: 'answer' } as const;
  // Where the service is gone, the request that asked has its own error.
  await send(service, token, { ...head, params: { question: id, answer: { ...answer } } }, { signal }).catch(() => {});
}

function read({ status, reply }: Response, id: string): ServiceAnswer {
  if (status === 401 || status === 403) {
    throw failed(
      `The service refused the request (${status})`,
      worded`Its token may have changed. Run: ${call('service restart')}`,
    );
  }
  if (reply === undefined) throw failed('The service answered something that is not JSON', RESTART);
  if (reply.protocol_version !== PROTOCOL_VERSION || reply.id !== id || typeof reply.ok !== 'boolean') {
    throw failed(`The service gave no answer to this request (${status})`, RESTART);
  }
  return reply as ServiceAnswer;
}

function lost(error: Error, signal: AbortSignal | undefined): CommandError {
  if (error instanceof CommandError) return error;
  // The registry says what the signal was for.
  if (signal?.aborted) return new CommandError('CANCELLED', 'The command was cancelled', { retry: 'safe' });
  return failed(
    `The service ended before it answered: ${error.message}`,
    'The command may have been run. Look before you run it again.',
  );
}

const RESTART = worded`Run: ${call('service restart')}`;
const REPLACE = worded`End it and start another: ${call('service restart')}`;

function failed(message: string, hint: Wording): CommandError {
  return new CommandError('SERVICE_FAILED', message, { hint, retry: 'conditional' });
}
