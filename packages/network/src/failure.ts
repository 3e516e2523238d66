import { CommandError, throwIfAborted } from '@helve/command';

const UNREACHABLE: Readonly<Record<string, readonly [says: string, hint: string]>> = {
  ECONNREFUSED: ['refused the connection', 'Is the server running, and is the port right?'],
  ECONNRESET: ['broke the connection off', 'Try again; if it fails again, check the log of the server.'],
  EPIPE: ['broke the connection off', 'Try again; if it fails again, check the log of the server.'],
  ENOTFOUND: ['has a name that cannot be found', 'Check the spelling of the host, and the network.'],
  EAI_AGAIN: ['has a name that cannot be resolved now', 'Check the network and try again.'],
  EHOSTUNREACH: ['cannot be reached', 'Check the network and try again.'],
  ENETUNREACH: ['cannot be reached', 'Check the network and try again.'],
  ETIMEDOUT: ['did not answer', 'Check the network and try again.'],
  EPROTO: ['does not speak TLS there', 'Check the port, and whether the address should begin with http: instead.'],
};

/** What a failed connection means, in our words. `what` says who was asked for what, without secrets. */
export function toFailure(thrown: unknown, what: string, signal: AbortSignal): CommandError {
  try {
    throwIfAborted(signal);
  } catch (aborted) {
    return aborted as CommandError;
  }
  const cause = innermost(thrown);
  if (cause instanceof CommandError) return cause;
  const { code = '', message } = cause as NodeJS.ErrnoException;
  const details = { systemCode: code };
  const known = UNREACHABLE[code];
  if (known) {
    const [says, hint] = known;
    return new CommandError('UNAVAILABLE', `${what}: the server ${says}`, { hint, details, retry: 'safe', cause });
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO|TLS|SSL/.test(code)) {
    return new CommandError('UNAVAILABLE', `${what}: the certificate of the server is not trusted (${code})`, {
      hint: 'If it is your own, add its authority to NODE_EXTRA_CA_CERTS.',
      details,
      cause,
    });
  }
  if (code.startsWith('Z_') || code.startsWith('ERR__ERROR_FORMAT') || code.startsWith('ERR_BROTLI')) {
    return new CommandError('UNAVAILABLE', `${what}: the response is not compressed as its headers say`, {
      details,
      cause,
    });
  }
  if (code.startsWith('HPE_')) {
    return new CommandError('UNAVAILABLE', `${what}: the server does not speak HTTP`, { details, cause });
  }
  return new CommandError('UNAVAILABLE', `${what}: ${code === '' ? message : code}`, { details, cause });
}

/** Node bundles the failures of several addresses of one host. */
function innermost(thrown: unknown): unknown {
  if (!(thrown instanceof AggregateError)) return thrown;
  return thrown.errors.find((error) => error instanceof CommandError) ?? thrown.errors[0] ?? thrown;
}
