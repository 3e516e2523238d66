import type { EventStore } from '@modelcontextprotocol/server';

/** Remembers what was sent on each stream, for a client that comes back and asks for the rest. */
export function createEventStore(): EventStore {
  const events: { readonly stream: string; readonly message: Parameters<EventStore['storeEvent']>[1] }[] = [];
  return {
    storeEvent: async (stream, message) => {
      events.push({ stream, message });
      return `${stream}/${events.length}`;
    },
    getStreamIdForEventId: async (id) => id.slice(0, id.lastIndexOf('/')),
    replayEventsAfter: async (lastId, { send }) => {
      const at = lastId.lastIndexOf('/');
      const [stream, seen] = [lastId.slice(0, at), Number(lastId.slice(at + 1))];
      for (const [index, event] of events.entries()) {
        if (index < seen || event.stream !== stream || Object.keys(event.message).length === 0) continue;
        await send(`${stream}/${index + 1}`, event.message);
      }
      return stream;
    },
  };
}
