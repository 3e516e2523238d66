import { type Command, CommandError, type Names, runCommand, toCommandError } from '@helve/command';
import { namedError } from '@helve/command/host';
import { RESERVED_NAMES } from '@helve/command/line';
import { describeManual, isOfService, utcpName } from '@helve/doors';
import { asModel, type Caller } from '@helve/policy';
import { createCaller, enterFolder } from '../caller.ts';
import { parseJsonExactly } from './parse-json.ts';
import type { ArgvHost } from './argv.ts';
import { UTCP_PATH } from './utcp-path.ts';

export interface UtcpRequest {
  readonly method: string;
  readonly url: string;
  readonly port: number;
  readonly body: Buffer;
  readonly signal: AbortSignal;
}

export interface UtcpAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * The door for UTCP clients: `GET /utcp` is a manual of our commands, and `POST /utcp/fs/read` runs one with the body as
 * its parameters. `?cwd=` is the folder to work in.
 */
export async function answerUtcp(host: ArgvHost, request: UtcpRequest): Promise<UtcpAnswer> {
  try {
    const { pathname, searchParams } = new URL(request.url, `http://127.0.0.1:${request.port}`);
    const cwd = searchParams.get('cwd') ?? undefined;
    const caller = await callerIn(host, cwd, request.signal);
    const words = pathname.slice(UTCP_PATH.length).split('/').filter(Boolean).map(decodePart);
    if (words.length === 0) return { status: 200, body: await manual(host, request, cwd) };
    if (request.method !== 'POST') return refuse(405, 'A command is run by POST, with its parameters as the body');
    const command = await find(host, words, caller);
    const { data } = await runCommand(command, parameters(request.body), caller);
    return { status: 200, body: data ?? null };
  } catch (thrown) {
    const error = namedError(toCommandError(thrown), UTCP_NAMES);
    return { status: statusOf(error), body: { error: error.report() } };
  }
}

/** As the manual that clients read: no command lines. */
const UTCP_NAMES: Names = {
  parameter: (name) => name,
  offers: (name) => !RESERVED_NAMES.has(name),
  call: (path, input) =>
    Object.keys(input).length > 0 ? `${utcpName(path)} ${JSON.stringify(input)}` : utcpName(path),
};

async function manual({ registry, version }: ArgvHost, { port }: UtcpRequest, cwd: string | undefined) {
  const commands = await Promise.all(registry.modules.map(({ name }) => registry.commands(name)));
  const url = `http://127.0.0.1:${port}`;
  return describeManual(commands.flat(), { version, protocol: 'http', url, ...(cwd === undefined ? {} : { cwd }) });
}

async function find({ registry }: ArgvHost, words: readonly string[], caller: Caller): Promise<Command> {
  const [module = ''] = words;
  if (isOfService(module)) {
    throw new CommandError('UNKNOWN_COMMAND', 'Commands of service are not available over HTTP', {
      hint: 'Run them in a terminal.',
    });
  }
  return (registry.module(module) ? registry : await registry.at(caller.place)).get(words.join(' '));
}

async function callerIn({ registry, home, keeper }: ArgvHost, cwd: string | undefined, signal: AbortSignal) {
  const { env } = process;
  const caller = await createCaller(registry, {
    cwd: await enterFolder(env.HOME ?? '/', cwd),
    env,
    home,
    // Whoever holds the token is the user, and their client has asked them; deny rules and folders still hold.
    defaultMode: 'bypassPermissions',
    defaultModeSource: 'the UTCP door',
    by: 'client',
    signal,
  });
  return asModel({ ...caller, host: { ...caller.host, keeper } });
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new CommandError('INVALID_INPUT', `${part.slice(0, 100)} in the path is not valid percent-encoding`, {
      hint: 'Write the module and action as the path: /utcp/fs/read.',
    });
  }
}

function parameters(body: Buffer): unknown {
  if (body.length === 0) return {};
  try {
    return parseJsonExactly(body.toString('utf8'));
  } catch (thrown) {
    if (thrown instanceof CommandError) throw thrown;
    throw new CommandError('INVALID_INPUT', 'The body is not JSON', {
      hint: 'It contains the parameters as one object.',
    });
  }
}

function statusOf({ code }: CommandError): number {
  switch (code) {
    case 'INVALID_INPUT':
      return 400;
    case 'PERMISSION_DENIED':
    case 'OUTSIDE_ROOTS':
      return 403;
    case 'UNKNOWN_COMMAND':
    case 'NOT_FOUND':
      return 404;
    case 'TIMEOUT':
      return 504;
    default:
      return 500;
  }
}

function refuse(status: number, message: string): UtcpAnswer {
  return { status, body: { error: new CommandError('INVALID_INPUT', message).report() } };
}
