import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '../model/message.ts';
import { findModel } from '../model/models.ts';
import { anthropicBody } from '../providers/anthropic/request.ts';
import { chatBody } from '../providers/openai-chat/request.ts';
import { responsesBody } from '../providers/openai-responses/request.ts';
import { tailStart } from '../compaction/compact.ts';
import { arbitraryBodies } from '../testing/arbitrary-entries.ts';
import { sampleRequest } from '../testing/ask-provider.ts';
import { anthropicComplaint, chatComplaint, responsesComplaint } from '../testing/wire-rules.ts';
import type { Entry, EntryBody } from './entry.ts';
import { estimateTokens, fit } from './fit.ts';
import { messagesOf, viewOf } from './messages.ts';
import { repair } from './repair.ts';

const claude = findModel('claude-sonnet-4-6');
const gpt = findModel('gpt-5.2');
const blind = findModel('unknown');

describe('whatever happened before', () => {
  it('the next request is one that every provider accepts, after each entry', () => {
    fc.assert(
      fc.property(arbitraryBodies, fc.nat(400), (bodies, limit) => {
        const entries = bodies.map(entry);
        for (let count = 0; count <= entries.length; count++) {
          const messages = messagesOf(entries.slice(0, count));
          for (const told of [messages, fit(messages, limit)]) {
            expect(complaints(told)).toEqual([undefined, undefined, undefined, undefined]);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('the next request is valid after a compaction at any point, and whatever comes after it', () => {
    fc.assert(
      fc.property(arbitraryBodies, fc.nat(25), fc.nat(200), (bodies, point, most) => {
        const before = bodies.slice(0, point).map(entry);
        const { entries } = viewOf(before);
        const start = tailStart(entries, most);
        const compaction = { type: 'compaction' as const, summary: 'All.', keepFrom: entries[start]?.id ?? null };
        const chain = [...before, compaction, ...bodies.slice(point)].map(entry);
        for (let count = before.length + 1; count <= chain.length; count++) {
          expect(complaints(messagesOf(chain.slice(0, count)))).toEqual([undefined, undefined, undefined, undefined]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('what is in order stays as it is', () => {
    const messages: readonly Message[] = [
      { role: 'user', content: [{ type: 'text', text: 'Read a' }] },
      { role: 'assistant', content: [{ type: 'toolCall', id: 'c1', name: 'Read', input: { path: 'a' } }] },
      { role: 'user', content: [{ type: 'toolResult', callId: 'c1', content: [{ type: 'text', text: 'A' }] }] },
    ];
    expect(repair(messages, claude)).toEqual(messages);
  });

  it('what is in order is not copied, so that a long conversation takes no more memory for being sent', () => {
    const messages = Array.from({ length: 2_500 }, (_, index): readonly Message[] => [
      { role: 'user', content: [{ type: 'text', text: `question ${index}` }] },
      { role: 'assistant', content: [{ type: 'toolCall', id: `c${index}`, name: 'Read', input: {} }] },
      { role: 'user', content: [{ type: 'toolResult', callId: `c${index}`, content: [{ type: 'text', text: 'A' }] }] },
      { role: 'assistant', content: [{ type: 'text', text: `answer ${index}` }] },
    ]).flat();
    const sent = repair(fit(messages, 1_000_000), claude);
    expect(sent).toHaveLength(10_001);
    const parts = new Set(messages.flatMap(({ content }) => content as readonly object[]));
    const copied = sent.flatMap(({ content }) => content as readonly object[]).filter((part) => !parts.has(part));
    // The calls are made anew, with ids that are known to be good; and the last word is ours.
    expect(copied).toHaveLength(2_501);
  });

  it('a call without a result gets one that says so, and the answer to it stays', () => {
    const messages: readonly Message[] = [
      { role: 'user', content: [{ type: 'text', text: 'Read a and b' }] },
      {
        role: 'assistant',
        content: [
          { type: 'toolCall', id: 'c1', name: 'Read', input: {} },
          { type: 'toolCall', id: 'c2', name: 'Read', input: {} },
        ],
      },
      { role: 'user', content: [{ type: 'text', text: 'Stop that' }] },
      { role: 'user', content: [{ type: 'toolResult', callId: 'c2', content: [{ type: 'text', text: 'B' }] }] },
    ];
    expect(repair(messages, claude).at(-1)?.content).toEqual([
      {
        type: 'toolResult',
        callId: 'c1',
        content: [{ type: 'text', text: 'No result: this call was interrupted.' }],
        isError: true,
      },
      { type: 'toolResult', callId: 'c2', content: [{ type: 'text', text: 'B' }] },
      { type: 'text', text: 'Stop that' },
    ]);
  });
});

describe('a conversation that is too long', () => {
  const long: readonly Message[] = Array.from({ length: 40 }, (_, index): readonly Message[] => [
    { role: 'user', content: [{ type: 'text', text: `question ${index}` }] },
    { role: 'assistant', content: [{ type: 'toolCall', id: `c${index}`, name: 'Read', input: {} }] },
    {
      role: 'user',
      content: [{ type: 'toolResult', callId: `c${index}`, content: [{ type: 'text', text: 'x'.repeat(3000) }] }],
    },
    { role: 'assistant', content: [{ type: 'text', text: `answer ${index}` }] },
  ]).flat();

  it('loses old results first and keeps what was said', () => {
    const shorter = fit(long, 9_000);
    expect(shorter).toHaveLength(long.length);
    expect(shorter.at(-2)).toEqual(long.at(-2));
    expect(JSON.stringify(shorter[2])).toContain('Old result removed');
    expect(estimateTokens(shorter)).toBeLessThanOrEqual(9_000);
  });

  it('loses its beginning when that is not enough', () => {
    const shorter = repair(fit(long, 200), claude);
    expect(estimateTokens(shorter)).toBeLessThan(300);
    expect(JSON.stringify(shorter[0])).toContain('The start of this conversation was removed');
    expect(complaints(shorter)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

function entry(body: EntryBody, index: number): Entry {
  return { id: `e${index}`, parent: index === 0 ? null : `e${index - 1}`, time: '', ...body };
}

function complaints(messages: readonly Message[]) {
  const ask = (model: typeof claude) => sampleRequest({ model, messages: repair(messages, model) });
  const wire = (body: object): unknown => JSON.parse(JSON.stringify(body));
  return [
    anthropicComplaint(wire(anthropicBody(ask(claude)))),
    chatComplaint(wire(chatBody(ask(gpt)))),
    chatComplaint(wire(chatBody(ask(blind)))),
    responsesComplaint(wire(responsesBody(ask(gpt)))),
  ];
}
