import { pathToFileURL } from 'node:url';
import { extname } from 'node:path';
import { CommandError, readRegularText } from '@helve/command';
import { isObject } from '@helve/settings';
import { Connection, type ConnectionPlan } from './connection.ts';

/** Something that a server has to say about a place in a file, as it says it. */
export interface RawDiagnostic {
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
  readonly severity?: number;
  readonly message: string;
  readonly code?: string | number;
  readonly source?: string;
}

interface OpenFile {
  readonly text: string;
  readonly version: number;
}

/** A server sends what it finds in several parts: it is done when it has been silent for this long. */
const SILENCE_MS = 250;
/** A server that never sends diagnostics is waited for this long from the second time on. */
const SHORT_MS = 200;
const MOST_OPEN = 50;

/** A language server that knows the files of a project. */
export class Workspace {
  readonly #connection: Connection;
  readonly #capabilities: Readonly<Record<string, unknown>>;
  readonly #languages: Readonly<Record<string, string>>;
  readonly #published: Published;
  readonly #open = new Map<string, OpenFile>();
  #isSilent = false;

  private constructor(connection: Connection, plan: WorkspacePlan, capabilities: unknown, published: Published) {
    this.#connection = connection;
    this.#languages = plan.server.languages;
    this.#capabilities = isObject(capabilities) ? capabilities : {};
    this.#published = published;
  }

  /** Starts a server and waits until it is ready. */
  static async open(plan: WorkspacePlan, signal: AbortSignal): Promise<Workspace> {
    const uri = pathToFileURL(plan.root).href;
    const folders = [{ uri, name: plan.root }];
    const published = new Published();
    const connection = await Connection.open({
      ...plan,
      notified: (method, params) => {
        if (method === 'textDocument/publishDiagnostics') published.take(params);
      },
      answer: (method, params) => answerTo(method, params, folders),
    });
    try {
      const answer = await connection.request(
        'initialize',
        {
          processId: null,
          clientInfo: { name: 'helve' },
          rootUri: uri,
          rootPath: plan.root,
          workspaceFolders: folders,
          capabilities: CAPABILITIES,
          ...(plan.server.options === undefined ? {} : { initializationOptions: plan.server.options }),
        },
        signal,
      );
      connection.notify('initialized', {});
      return new Workspace(connection, plan, isObject(answer) ? answer.capabilities : {}, published);
    } catch (thrown) {
      await connection.close();
      throw thrown;
    }
  }

  get failure(): CommandError | undefined {
    return this.#connection.failure;
  }

  /** Asks about a place in a file, or about all of it. */
  async ask(method: string, path: string, more: object, signal: AbortSignal): Promise<unknown> {
    const { uri } = this.#show(path);
    return this.#connection.request(method, { textDocument: { uri }, ...more }, signal);
  }

  /** Asks about the project. A file of it is shown first: some servers read a project when they see a file. */
  async search(query: string, path: string, signal: AbortSignal): Promise<unknown> {
    this.#show(path);
    return this.#connection.request('workspace/symbol', { query }, signal);
  }

  /** What the server finds in a file now. `complete` is false where it said nothing in time. */
  async diagnose(
    path: string,
    patienceMs: number,
    signal: AbortSignal,
  ): Promise<{ readonly found: readonly RawDiagnostic[]; readonly complete: boolean }> {
    const before = this.#published.count;
    const { uri, isNew } = this.#show(path);
    if (this.#capabilities.diagnosticProvider) {
      const answer = await this.#connection.request('textDocument/diagnostic', { textDocument: { uri } }, signal);
      const items: unknown = isObject(answer) ? answer.items : [];
      return { found: Array.isArray(items) ? items.filter(isDiagnostic) : [], complete: true };
    }
    if (!isNew) return { found: this.#published.of(uri) ?? [], complete: this.#published.of(uri) !== undefined };
    const limit = this.#isSilent ? Math.min(SHORT_MS, patienceMs) : patienceMs;
    const complete = await this.#published.settled(uri, before, limit, signal);
    this.#isSilent = !complete;
    if (this.#connection.failure) throw this.#connection.failure;
    return { found: this.#published.of(uri) ?? [], complete };
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  /** Shows the server what a file says now. */
  #show(path: string): { readonly uri: string; readonly isNew: boolean } {
    const uri = pathToFileURL(path).href;
    const text = readRegularText(path);
    const open = this.#open.get(uri);
    if (open?.text === text) return { uri, isNew: false };
    const version = (open?.version ?? 0) + 1;
    this.#open.delete(uri);
    this.#open.set(uri, { text, version });
    if (open) {
      this.#connection.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] });
      this.#connection.notify('textDocument/didSave', { textDocument: { uri }, text });
    } else {
      const languageId = this.#languages[extname(path).toLowerCase()] ?? 'plaintext';
      this.#connection.notify('textDocument/didOpen', { textDocument: { uri, languageId, version, text } });
    }
    const [oldest] = this.#open.keys();
    if (this.#open.size > MOST_OPEN && oldest !== undefined) {
      this.#open.delete(oldest);
      this.#connection.notify('textDocument/didClose', { textDocument: { uri: oldest } });
    }
    return { uri, isNew: true };
  }
}

export type WorkspacePlan = Omit<ConnectionPlan, 'notified' | 'answer'>;

/** What a server has published, by file. */
class Published {
  readonly #files = new Map<string, { readonly found: readonly RawDiagnostic[]; readonly number: number }>();
  readonly #waiting = new Set<() => void>();
  count = 0;

  take(params: unknown): void {
    if (!isObject(params) || typeof params.uri !== 'string' || !Array.isArray(params.diagnostics)) return;
    this.count++;
    this.#files.set(params.uri, { found: params.diagnostics.filter(isDiagnostic), number: this.count });
    for (const wake of this.#waiting) wake();
  }

  of(uri: string): readonly RawDiagnostic[] | undefined {
    return this.#files.get(uri)?.found;
  }

  /** Waits until something was published for a file and nothing more comes; false where that takes too long. */
  settled(uri: string, before: number, limitMs: number, signal: AbortSignal): Promise<boolean> {
    const has = () => (this.#files.get(uri)?.number ?? 0) > before;
    return new Promise((resolve) => {
      let quiet: NodeJS.Timeout | undefined;
      const end = () => {
        clearTimeout(quiet);
        clearTimeout(late);
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', end);
        resolve(has());
      };
      const wake = () => {
        if (!has()) return;
        clearTimeout(quiet);
        quiet = setTimeout(end, SILENCE_MS);
      };
      const late = setTimeout(end, limitMs);
      this.#waiting.add(wake);
      signal.addEventListener('abort', end, { once: true });
      wake();
    });
  }
}

const CAPABILITIES = {
  general: { positionEncodings: ['utf-16'] },
  textDocument: {
    synchronization: { didSave: true },
    publishDiagnostics: { versionSupport: true },
    diagnostic: {},
    definition: { linkSupport: true },
    references: {},
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    hover: { contentFormat: ['plaintext', 'markdown'] },
  },
  workspace: { workspaceFolders: true, configuration: true, symbol: {} },
};

/** What servers ask of an editor. */
function answerTo(method: string, params: unknown, folders: readonly object[]): unknown {
  switch (method) {
    case 'workspace/configuration':
      return isObject(params) && Array.isArray(params.items) ? params.items.map(() => null) : [];
    case 'workspace/workspaceFolders':
      return folders;
    case 'workspace/applyEdit':
      return { applied: false };
    case 'client/registerCapability':
    case 'client/unregisterCapability':
    case 'window/workDoneProgress/create':
    case 'window/showMessageRequest':
    case 'workspace/diagnostic/refresh':
    case 'workspace/semanticTokens/refresh':
    case 'workspace/inlayHint/refresh':
    case 'workspace/codeLens/refresh':
      return null;
    default:
      return undefined;
  }
}

function isDiagnostic(value: unknown): value is RawDiagnostic {
  if (!isObject(value) || typeof value.message !== 'string' || !isObject(value.range)) return false;
  const { start } = value.range;
  return isObject(start) && typeof start.line === 'number' && typeof start.character === 'number';
}
