import { pid } from 'node:process';
import { browserRun } from '../perform.ts';
import { PROTOCOL_VERSION } from '../protocol.ts';
import { describeSession, describeTabs } from '../relay/sessions.ts';
import { readService } from './service-state.ts';

/** Everything the relay knows, without asking a browser. */
export const showStatus = browserRun(async (_: object, { relay, shown }, { place: { home }, now }) => {
  const { port, version } = readService(home);
  const sessions = relay.sessions.all();
  return {
    daemon: {
      pid,
      port,
      uptimeSec: Math.round((now() - relay.startedAt) / 1000),
      version,
      protocolVersion: PROTOCOL_VERSION,
    },
    wsClients: relay.links.flatMap(({ browser, hello, connectedAt, pending }) =>
      hello
        ? [
            {
              id: browser.name,
              browser: hello.browser,
              connectedAt,
              protocolVersion: hello.protocolVersion,
              extensionVersion: hello.extensionVersion,
              pending,
            },
          ]
        : [],
    ),
    browsers: relay.links.map(({ browser: { name, kind, pairedAt }, connected, stopped }) => ({
      name,
      kind,
      pairedAt,
      connected,
      launched: relay.launcher.profiles.includes(name),
      stopped,
    })),
    sessions: sessions.map((session) => describeSession(session, relay.nameOf(session.instance))),
    sessionTabs: Object.fromEntries(
      await Promise.all(
        sessions.map(async (session) => [
          session.session,
          await Promise.all(describeTabs(session).map((tab) => shown(session, tab))),
        ]),
      ),
    ),
    pausedSessions: sessions.flatMap(({ session, paused }) => (paused === undefined ? [] : [session])),
  };
});
