import { Readable, Writable } from 'node:stream';
import { ndJsonStream } from '@agentclientprotocol/sdk';
import type { AcpHost } from './host.ts';
import { Sessions } from './session/sessions.ts';
import { agentV1 } from './v1/agent.ts';

/** A prompt may have several images. */
const LARGEST_MESSAGE = 64 << 20;

/** Serves one client until it disconnects or the process is stopped. Then everything that it started is stopped too. */
export async function serveAcp(host: AcpHost): Promise<void> {
  const { input, output } = host.pipes;
  // A client that is gone reads nothing; its input ends too, which ends the connection.
  output.on('error', () => {});
  const sessions = new Sessions(host);
  const stream = ndJsonStream(
    Writable.toWeb(output) as WritableStream<Uint8Array>,
    Readable.toWeb(input) as ReadableStream<Uint8Array>,
    { maxMessageBytes: LARGEST_MESSAGE },
  );
  const stopped = new Promise<void>((resolve) => {
    if (host.signal.aborted) resolve();
    host.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const v1 = agentV1(host, sessions);
  const connection = host.draft ? await connectDraft(v1) : v1.connect(stream);
  try {
    await Promise.race([connection.closed, stopped]);
  } finally {
    await sessions.closeAll();
  }

  /** The client chooses the version when it initializes the connection. */
  async function connectDraft(first: typeof v1) {
    const [{ agentProtocolRouter }, { agentV2 }] = await Promise.all([
      import('@agentclientprotocol/sdk/experimental/v2'),
      import('./v2/agent.ts'),
    ]);
    return agentProtocolRouter().withV1(first).withV2(agentV2(host, sessions)).connect(stream);
  }
}
