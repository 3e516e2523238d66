import type { ConnectionState } from '../connection/connection.ts';

export interface BadgeFacts {
  readonly connection: ConnectionState;
  readonly stopped: boolean;
  /** How much waits for the person. */
  readonly asked: number;
  /** How many sessions have tabs here. */
  readonly agents: number;
}

/** Says the most important thing in one sign: what waits for the person, that all is stopped, that agents are at work. */
export async function showBadge(facts: BadgeFacts): Promise<void> {
  const { text, color, title } = badgeFor(facts);
  await chrome.action.setBadgeText({ text });
  await chrome.action.setBadgeBackgroundColor({ color });
  await chrome.action.setTitle({ title: `helve: ${title}` });
}

function badgeFor({ connection, stopped, asked, agents }: BadgeFacts) {
  if (connection === 'unpaired') return { text: '', color: GREY, title: 'not paired' };
  if (stopped) return { text: '■', color: RED, title: 'agents are stopped' };
  if (connection === 'connecting') return { text: '…', color: GREY, title: 'looking for the service' };
  if (asked > 0) return { text: `?${asked}`, color: AMBER, title: 'somebody waits for you' };
  if (agents > 0) return { text: String(agents), color: BLUE, title: `${agents} at work` };
  return { text: '', color: GREY, title: 'connected' };
}

const GREY = '#5f6368';
const RED = '#b3261e';
const AMBER = '#b06000';
const BLUE = '#1a56c4';
