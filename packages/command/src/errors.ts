import { boundDetails, boundWording } from './bound-wording.ts';
import { call, ifOffered, inWords, parameter, worded, type Wording } from './wording.ts';

/** The closed set of things that can go wrong. A door translates a code once; nothing else reads message text. */
export const ERROR_CODES = [
  // The caller's words: nothing was tried.
  'INVALID_INPUT',
  'UNKNOWN_COMMAND',
  'INVALID_SETTINGS',
  // The policy said no: nothing was tried.
  'PERMISSION_DENIED',
  'OUTSIDE_ROOTS',
  // Files
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'IS_DIRECTORY',
  'NOT_DIRECTORY',
  'NOT_A_FILE',
  'NOT_EMPTY',
  'BROKEN_LINK',
  'ACCESS_DENIED',
  'READ_ONLY',
  'NO_SPACE',
  'TOO_LARGE',
  'BINARY',
  'INVALID_ENCODING',
  'STALE',
  'NO_MATCH',
  'AMBIGUOUS_MATCH',
  'INVALID_PATTERN',
  // Git
  'NOT_A_REPOSITORY',
  'CONFLICT',
  'NOTHING_TO_DO',
  'REJECTED',
  'AUTH_REQUIRED',
  'GIT_FAILED',
  // The browser: the way to it, what is meant in it, what may be done, and what came of it
  'NO_EXTENSION',
  'OVERLOADED',
  'WS_DISCONNECTED',
  'TAB_NOT_FOUND',
  'TAB_TAKEN',
  'TAB_HANDLE_NOT_FOUND',
  'TAB_NOT_IN_SESSION',
  'INVALID_SESSION_ID',
  'SESSION_NOT_FOUND',
  'ELEMENT_NOT_FOUND',
  'ELEMENT_NOT_ACTIONABLE',
  'SELECTOR_AMBIGUOUS',
  'ELEMENT_HANDLE_NOT_FOUND',
  'ELEMENT_HANDLE_STALE',
  'ELEMENT_HANDLE_SCOPE_MISMATCH',
  'HUMAN_REQUIRED',
  'SESSION_REQUIRED',
  'DEBUGGER_DISABLED',
  'SCRIPT_ERROR',
  'NAVIGATION_FAILED',
  'TAB_NOT_VISIBLE',
  // Models
  'PROVIDER_FAILED',
  'RATE_LIMITED',
  'CONTEXT_TOO_LONG',
  // Running
  'PROGRAM_MISSING',
  'UNAVAILABLE',
  'SERVICE_FAILED',
  'IO_FAILED',
  'TOOL_FAILED',
  'TIMEOUT',
  'CANCELLED',
  'INTERNAL',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** Whether the same call may be made again: as it is, only after something changed, or not at all. */
export type Retry = 'safe' | 'conditional' | 'never';

export type ErrorDetails = Readonly<Record<string, unknown>>;

/** What an error says, with the names of parameters kept apart so that each door can write its own. */
export interface ErrorWording {
  readonly message: Wording;
  /** The next thing to try. */
  readonly hint?: Wording | undefined;
  /** A command line that works. It follows the hint where callers write command lines; tools leave it out. */
  readonly example?: string | undefined;
  /** What is wrong with each value that does not fit: the `problems` of the details, before they became text. */
  readonly problems?: readonly { readonly parameter: string; readonly message: Wording }[] | undefined;
}

export interface ErrorOptions extends Omit<ErrorWording, 'message'> {
  readonly retry?: Retry | undefined;
  readonly details?: ErrorDetails | undefined;
  readonly cause?: unknown;
}

/** What a failed command looks like on every door. */
export interface ErrorReport {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
  readonly retry: Retry;
  readonly details?: ErrorDetails;
}

/** The one error that commands throw. Anything else that reaches the registry is a bug and becomes INTERNAL. */
export class CommandError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly retry: Retry;
  readonly details: ErrorDetails | undefined;
  readonly #wording: ErrorWording;

  constructor(code: ErrorCode, given: Wording, options: ErrorOptions = {}) {
    const message = boundWording(given);
    super(inWords(message), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CommandError';
    this.code = code;
    const { example, problems } = options;
    const hint = options.hint && boundWording(options.hint);
    this.#wording = { message, hint, example, problems };
    this.hint = [hint && inWords(hint), example && `For example: ${example}`].filter(Boolean).join(' ') || undefined;
    this.retry = options.retry ?? 'conditional';
    this.details = options.details && boundDetails(options.details);
  }

  get wording(): ErrorWording {
    return this.#wording;
  }

  report(): ErrorReport {
    return {
      code: this.code,
      message: this.message,
      ...(this.hint === undefined ? {} : { hint: this.hint }),
      retry: this.retry,
      ...(this.details === undefined ? {} : { details: this.details }),
    };
  }
}

const USAGE_CODES: ReadonlySet<ErrorCode> = new Set(['INVALID_INPUT', 'UNKNOWN_COMMAND', 'INVALID_SETTINGS']);

/** The caller's words or configuration were wrong, and nothing was tried. */
export function isUsageError(error: Pick<CommandError, 'code'>): boolean {
  return USAGE_CODES.has(error.code);
}

/** Node's error codes that mean something to a user, in our words, and the command to use next. */
const SYSTEM_ERRORS: Readonly<Record<string, readonly [code: ErrorCode, says: string, hint: string, next?: string]>> = {
  ENOENT: ['NOT_FOUND', 'does not exist', 'List its folder to see what is there', 'fs list'],
  EISDIR: ['IS_DIRECTORY', 'is a folder, not a file', 'List it instead', 'fs list'],
  ENOTDIR: ['NOT_DIRECTORY', 'has a file where a folder is needed', 'Inspect it', 'fs stat'],
  EEXIST: ['ALREADY_EXISTS', 'exists already', 'Choose another name, or remove it first', 'fs delete'],
  ENOTEMPTY: ['NOT_EMPTY', 'is not empty', 'See what is in it', 'fs list'],
  EACCES: ['ACCESS_DENIED', 'cannot be accessed by this user', 'Check its owner and mode', 'fs stat'],
  EPERM: ['ACCESS_DENIED', 'cannot be changed by this user', 'Check its owner and mode', 'fs stat'],
  EROFS: ['READ_ONLY', 'is on a read-only file system', 'Choose a writable location.'],
  ENOSPC: ['NO_SPACE', 'could not be written: the disk is full', 'Make room and try again.'],
  EDQUOT: ['NO_SPACE', 'could not be written: the disk quota is used up', 'Make room and try again.'],
  EFBIG: ['TOO_LARGE', 'is too large for this file system', 'Write less at once.'],
  ELOOP: ['BROKEN_LINK', 'is a loop of symbolic links', 'See where the link points', 'fs stat'],
  ENAMETOOLONG: ['INVALID_INPUT', 'has a name that is too long', 'Choose a shorter name.'],
};

/** Lists show bytes that are not UTF-8 as U+FFFD, and no path leads back to them. */
const NOT_UTF8 =
  'If a list showed this name, \ufffd stands for bytes that are not UTF-8, and helve cannot open such names. Rename it in a shell first.';

/** Turns whatever was thrown into a CommandError; `subject` names what the failing call was about. */
export function toCommandError(thrown: unknown, subject?: string): CommandError {
  if (thrown instanceof CommandError) return thrown;
  if (!(thrown instanceof Error)) {
    return new CommandError('INTERNAL', `A value that is not an error was thrown: ${String(thrown)}`);
  }
  const { code, path } = thrown as NodeJS.ErrnoException;
  const known = code === undefined ? undefined : SYSTEM_ERRORS[code];
  const about = subject ?? path;
  if (known && about !== undefined) {
    const [ours, says, hint, next] = known;
    return new CommandError(ours, `${about} ${says}`, {
      hint:
        ours === 'NOT_FOUND' && about.includes('\ufffd')
          ? NOT_UTF8
          : next === undefined
            ? hint
            : worded`${hint}: ${call(next)}`,
      details: { path: about },
      cause: thrown,
    });
  }
  if (code !== undefined && 'syscall' in thrown) {
    return new CommandError('IO_FAILED', thrown.message, { cause: thrown, details: { systemCode: code } });
  }
  return new CommandError('INTERNAL', `A bug in helve: ${thrown.message}`, {
    hint: worded`Please report it with the command that led here${ifOffered('verbose', worded`; ${parameter('verbose')} prints the stack`)}.`,
    retry: 'never',
    cause: thrown,
  });
}
