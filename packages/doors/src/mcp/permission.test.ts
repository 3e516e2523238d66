import { OPEN_POLICY, type Question } from '@helve/policy';
import { sampleCaller } from '@helve/policy/testing';
import { Approvals } from '@helve/settings';
import { expect, it } from 'vitest';
import { type Asked, PERMISSION, permissionRound } from './permission.ts';

const approvals = new Approvals({ caller: sampleCaller(), remake: async () => OPEN_POLICY });
const ACCEPTED = { [PERMISSION]: { action: 'accept' } };

const question: Question = {
  command: 'terminal exec',
  effect: 'execute',
  touches: [],
  input: { command: 'npm install' },
  sandbox: 'inside',
  decision: { verdict: 'ask', rule: 'Bash(npm *)', source: 'a file', reason: 'a rule asks' },
};
const needing: Question = { ...question, needs: [{ kind: 'network', host: 'example.com' }] };

it('an answer counts for the question that was put, and not for the next one of the same call', async () => {
  const asked: Asked = { answers: new Map() };
  const first = permissionRound(asked, undefined, approvals);
  expect(await first.ask(question)).toMatchObject({ allow: false });
  const second = permissionRound(asked, ACCEPTED, approvals);
  expect(await second.ask(question)).toEqual({ allow: true });
  expect(await second.ask(needing)).toMatchObject({ allow: false });
  expect(second.pending()?.message).toContain('failed in the sandbox because it needs the network host example.com');
  const third = permissionRound(asked, ACCEPTED, approvals);
  expect([await third.ask(question), await third.ask(needing)]).toEqual([{ allow: true }, { allow: true }]);
});

it('an answer without a question counts for nothing', async () => {
  const round = permissionRound({ answers: new Map() }, ACCEPTED, approvals);
  expect(await round.ask(question)).toMatchObject({ allow: false });
});
