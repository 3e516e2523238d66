import { call, type Say, worded } from '@helve/command';

/** What the tools that results name do, as commands. */
const CALLS: Readonly<Record<string, string>> = {
  CliSession: 'terminal session start',
  CliRead: 'terminal session read',
  CliWrite: 'terminal session write',
  CliStop: 'terminal session stop',
};

/** Names the calls in a text of a result as the reader can make them: not everybody has the tools of those names. */
export function withCalls(text: string, sessionId: string | undefined, say: Say): string {
  return text.replaceAll(/\bCli(?:Session|Read|Write|Stop)\b/g, (name) => {
    const path = CALLS[name];
    if (path === undefined) return name;
    return say(worded`${call(path, name === 'CliSession' ? { command: '…' } : { sessionId })}`);
  });
}
