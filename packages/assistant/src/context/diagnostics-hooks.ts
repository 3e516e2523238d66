import { extname } from 'node:path';
import { type Registry, runCommand, toCommandError } from '@helve/command';
import { type Caller, under } from '@helve/policy';
import type { TurnHooks } from '../loop/hooks.ts';

export interface DiagnosticsPlace {
  readonly registry: Registry;
  readonly caller: () => Caller;
  /** Tells the user that a language server failed. */
  readonly warn: (notice: string) => void;
}

/** How long a change waits for a language server, and how long for one that was late before. */
const PATIENCE_MS = 3_000;
const SHORT_MS = 300;
/** Of what a server reports, so many lines go to the model. */
const MOST_LINES = 10;
const MOST_FILES = 3;

/** Failures that are no news: there is no server, or it may not run. */
const EXPECTED = ['NOT_FOUND', 'PERMISSION_DENIED', 'UNKNOWN_COMMAND', 'TIMEOUT', 'CANCELLED'];

interface Reported {
  readonly server: string;
  readonly complete: boolean;
  readonly diagnostics: readonly {
    readonly line: number;
    readonly column: number;
    readonly severity: string;
    readonly message: string;
  }[];
}

/** Tells the model what a language server reports about a file that it has just changed. */
export function diagnosticsHooks({ registry, caller, warn }: DiagnosticsPlace): TurnHooks {
  /** Kinds of files whose server was late. */
  const late = new Set<string>();
  const warned = new Set<string>();
  const ask = async (path: string, signal: AbortSignal): Promise<string | undefined> => {
    const kind = extname(path);
    const wait = late.has(kind) ? SHORT_MS : PATIENCE_MS;
    try {
      const command = await registry.get('code diagnostics');
      const now = caller();
      const quiet = { ...under(now, { ask: undefined }), reach: { ...now.reach, signal, timeout: wait + 2_000 } };
      const { data } = await runCommand(command, { path, wait }, quiet);
      const { server, complete, diagnostics } = data as Reported;
      late[complete ? 'delete' : 'add'](kind);
      return describe(path, server, diagnostics);
    } catch (thrown) {
      const { code, message } = toCommandError(thrown);
      late.add(kind);
      if (EXPECTED.includes(code) || warned.has(message)) return undefined;
      warned.add(message);
      warn(message);
      return undefined;
    }
  };
  return {
    afterTool: async (_, { outcome }, { signal }, { touches }) => {
      if (outcome !== 'ok') return undefined;
      const written = touches.filter(({ access, path }) => access === 'write' && extname(path) !== '');
      const files = [...new Set(written.map(({ path }) => path))].slice(0, MOST_FILES);
      const notes = (await Promise.all(files.map((path) => ask(path, signal)))).filter((note) => note !== undefined);
      return notes.length > 0 ? notes.join('\n\n') : undefined;
    },
  };
}

function describe(path: string, server: string, all: Reported['diagnostics']): string | undefined {
  const found = all.filter(({ severity }) => severity === 'error' || severity === 'warning');
  if (found.length === 0) return undefined;
  const rows = found
    .slice(0, MOST_LINES)
    .map(({ line, column, severity, message }) => `${line}:${column}: ${severity}: ${message.slice(0, 300)}`);
  const more = found.length - rows.length;
  return [`[${server} reports about ${path} after the change:`, ...rows, ...(more > 0 ? [`… and ${more} more`] : [])]
    .join('\n')
    .concat(']');
}
