import type {
  CreateTerminalRequest,
  RequestPermissionRequest,
  SessionUpdate,
  TerminalOutputResponse,
  WaitForTerminalExitResponse,
} from '@agentclientprotocol/sdk';

/** A terminal of the client in which a program runs. */
export interface ClientTerminal {
  readonly id: string;
  currentOutput(): Promise<TerminalOutputResponse>;
  waitForExit(): Promise<WaitForTerminalExitResponse>;
  kill(): Promise<unknown>;
  release(): Promise<unknown>;
}

/** A question with a text field or a choice. */
export interface ClientForm {
  readonly message: string;
  /** Absent: any text. */
  readonly options?: readonly string[];
}

/**
 * The program on the other side, whichever version of the protocol it speaks. It is spoken to in the words of version 1.
 * What it cannot do is absent.
 */
export interface Client {
  /** Sends an update; updates arrive in order. */
  readonly update: (session: string, update: SessionUpdate) => void;
  /** Puts a question to the user and gives the id of the option they chose. */
  readonly askPermission: (request: RequestPermissionRequest, signal: AbortSignal) => Promise<string | undefined>;
  readonly askForm?: (session: string, form: ClientForm, signal: AbortSignal) => Promise<string | undefined>;
  readonly readText?: (session: string, path: string, signal: AbortSignal) => Promise<string>;
  readonly writeText?: (session: string, path: string, text: string, signal: AbortSignal) => Promise<void>;
  readonly createTerminal?: (request: CreateTerminalRequest) => Promise<ClientTerminal>;
  /** It shows notices that are not part of the conversation. */
  readonly showsNotices: boolean;
  /** It shows compactions. */
  readonly showsCompaction: boolean;
  /** It shows what a command of the agent printed as a terminal, by Zed's convention. */
  readonly showsPrinted: boolean;
}
