import type { Policy } from '@helve/policy';
import type { Prompt } from '../loop/prompt.ts';

/** What the user themselves names is not asked about again: their own policy, in which deny rules still apply. */
export type UserPolicy = () => Promise<Policy>;

const PROMPT_LINE = /^\/(?:mcp__([\w.-]+?)__([\w.-]+)|([\w.-]+):([\w.-]+))(?:\s+([\s\S]*))?$/;

/** Whether words are `/mcp__server__prompt …` or `/server:prompt …`. */
export function isMcpPrompt(words: string): boolean {
  return PROMPT_LINE.test(words);
}

/** A prompt that an MCP server fills in. */
export function mcpPrompt(prompt: Prompt, policy: UserPolicy): Prompt {
  const [, server, name, ofServer, named, rest = ''] = PROMPT_LINE.exec(prompt.text) ?? [];
  const wanted = { server: server ?? ofServer ?? '', name: name ?? named ?? '', args: rest.trim() };
  return { ...prompt, expand: async (place) => (await import('./ask-server.ts')).fillPrompt(wanted, place, policy) };
}

const MENTION = /(?<=^|\s)@([\w.-]+):(\S+:\S+)/g;

/** Whether words may name resources of MCP servers, as `@server:uri`. */
export function mentionsResources(words: string): boolean {
  return words.search(MENTION) >= 0;
}

/** A prompt that comes with the resources that it names. A name that is no server's is only a word. */
export function withResources(prompt: Prompt, policy: UserPolicy): Prompt {
  const named = [...prompt.text.matchAll(MENTION)].map(([, server = '', uri = '']) => ({
    server,
    uri: uri.replace(/[.,;!?)\]]+$/, ''),
  }));
  return {
    ...prompt,
    expand: async (place) => (await import('./ask-server.ts')).addResources(prompt.text, named, place, policy),
  };
}
