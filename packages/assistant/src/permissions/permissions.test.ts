import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { authorityOf, createPolicy, parseRule } from '@helve/policy';
import { sampleCaller } from '@helve/policy/testing';
import { readSettings } from '@helve/settings';
import { describe, expect, it } from 'vitest';
import { type StartOptions, startConversation } from '../testing/start-conversation.ts';
import { tempHome } from '../testing/temp-home.ts';
import { type PermissionAnswer, type PermissionQuestion, Permissions } from './permissions.ts';

const add = (path: string) => ({ calls: [{ name: 'Add', input: { path, line: 'x' } }] });

/** A conversation whose questions are answered in turn. */
async function openAsked(answers: readonly PermissionAnswer[], rules: readonly string[] = [], more: StartOptions = {}) {
  const home = await tempHome();
  const cwd = join(home, 'project');
  await mkdir(join(cwd, 'src'), { recursive: true });
  const own = rules.map((rule) => parseRule('ask', rule, 'the test'));
  const judged: string[] = [];
  const remake: ConstructorParameters<typeof Permissions>[0]['remake'] = async ({ mode, rules: more }) => {
    const rules = [...own, ...more];
    const policy = await createPolicy({ mode, modeSource: 'x', rules, base: { root: cwd, home: undefined }, cwd });
    const judge: typeof policy.judge = (request) => {
      judged.push(request.command);
      return policy.judge(request);
    };
    return { ...policy, judge };
  };
  const policy = await remake({ mode: 'default', rules: [] });
  const permissions = new Permissions({
    caller: sampleCaller({ cwd, env: {}, home, authority: authorityOf(policy) }),
    remake,
  });
  const started = await startConversation([add('src/a'), add('src/b'), { text: 'Done.' }], { permissions, ...more });
  const questions: PermissionQuestion[] = [];
  started.conversation.subscribe((event) => {
    if (event.type !== 'ask') return;
    questions.push(event.question);
    started.conversation.answer(event.question.id, answers[questions.length - 1] ?? { allow: 'no' });
  });
  return { ...started, home, cwd, permissions, questions, judged };
}

describe('an answer', () => {
  it('once: the next call is asked about again', async () => {
    const { conversation, questions } = await openAsked([{ allow: 'once' }, { allow: 'once' }]);
    expect((await conversation.send('Go')).denials).toEqual([]);
    expect(questions.map(({ command, effect, rules, decision }) => [command, effect, rules, decision.rule])).toEqual([
      ['demo add', 'modify', ['Edit(src/**)'], 'mode default'],
      ['demo add', 'modify', ['Edit(src/**)'], 'mode default'],
    ]);
  });

  it('for the conversation: the rule that was shown holds from then on, and is kept nowhere', async () => {
    const { conversation, questions, cwd, permissions } = await openAsked([{ allow: 'conversation' }]);
    expect((await conversation.send('Go')).denials).toEqual([]);
    expect(questions).toHaveLength(1);
    expect(permissions.rules.map(({ text }) => text)).toEqual(['Edit(src/**)']);
    await expect(readFile(join(cwd, '.helve/settings.local.json'))).rejects.toThrow('ENOENT');
  });

  it('for the project: it is in the local settings, and they are trusted', async () => {
    const { conversation, questions, cwd, home } = await openAsked([{ allow: 'project' }]);
    expect((await conversation.send('Go')).denials).toEqual([]);
    expect(questions).toHaveLength(1);
    const { layers, leftOut } = await readSettings({ cwd, home });
    expect([layers.map(({ document }) => document), leftOut]).toEqual([
      [{ permissions: { allow: ['Edit(src/**)'] } }],
      [],
    ]);
  });

  it('for a project whose settings were not trusted: does not consent to the rest of them', async () => {
    const { conversation, cwd, home, events } = await openAsked([{ allow: 'project' }]);
    await mkdir(join(cwd, '.helve'));
    await writeFile(join(cwd, '.helve/settings.local.json'), '{"permissions":{"allow":["Bash"]}}');
    expect((await conversation.send('Go')).denials).toEqual([]);
    expect((await readSettings({ cwd, home })).leftOut).toMatchObject([{ what: ['allows Bash, Edit(src/**)'] }]);
    expect(events).toContainEqual({ type: 'notice', text: expect.stringContaining('is not trusted') });
  });

  it('no: with the reason for the model', async () => {
    const { conversation, server } = await openAsked([{ allow: 'no', reason: 'use src/c' }, { allow: 'no' }]);
    const { denials } = await conversation.send('Go');
    expect(denials.map(({ reason }) => reason)).toEqual([
      'demo add was not permitted: the user declined: use src/c',
      'demo add was not permitted: the user declined',
    ]);
    expect(JSON.stringify(server.requests[1]?.body.messages)).toContain('use src/c');
  });
});

it('a call that needs approval is judged once, also for the rules that are proposed', async () => {
  const { conversation, questions, judged } = await openAsked([{ allow: 'once' }, { allow: 'no' }]);
  await conversation.send('Go');
  expect(questions.map(({ rules }) => rules)).toEqual([['Edit(src/**)'], ['Edit(src/**)']]);
  expect(judged).toEqual(['demo add', 'demo add']);
});

it('shows the change that a command declares', async () => {
  const { conversation, questions } = await openAsked([{ allow: 'no' }, { allow: 'no' }]);
  await conversation.send('Go');
  expect(questions.map(({ diff }) => diff)).toEqual(['src/a\n+ x', 'src/b\n+ x']);
});

it('a call that a hook wants to ask about is asked about, also where the policy allows it', async () => {
  const hooks = [
    {
      beforeTool: async ({ input }: { readonly input: object }) => ({
        input: { ...input },
        permission: 'ask' as const,
      }),
    },
  ];
  const { conversation, questions, permissions } = await openAsked([{ allow: 'once' }, { allow: 'no' }], [], { hooks });
  await permissions.setMode('acceptEdits');
  expect((await conversation.send('Go')).denials).toHaveLength(1);
  expect(questions.map(({ decision, rules }) => [decision.source, rules])).toEqual([
    ['a hook', []],
    ['a hook', []],
  ]);
});

it('no rule is offered where none would help', async () => {
  const { conversation, questions } = await openAsked([{ allow: 'project' }, { allow: 'once' }], ['Edit(src/**)']);
  await conversation.send('Go');
  expect(questions.map(({ rules }) => rules)).toEqual([[], []]);
});

it('calls that wait while one is allowed for longer are not asked about', async () => {
  const { conversation, questions } = await openAsked([{ allow: 'conversation' }]);
  const calls = ['src/a', 'src/b', 'src/c'].map((path) => ({ name: 'Add', input: { path, line: 'x' } }));
  const both = await startConversation([{ calls }, { text: 'ok' }], { permissions: (await openAsked([])).permissions });
  const asked: string[] = [];
  both.conversation.subscribe((event) => {
    if (event.type !== 'ask') return;
    asked.push(event.question.id);
    both.conversation.answer(event.question.id, { allow: 'conversation' });
  });
  expect((await both.conversation.send('Go')).denials).toEqual([]);
  expect(asked).toHaveLength(1);
  expect((await conversation.send('Go')).denials).toEqual([]);
  expect(questions).toHaveLength(1);
});

it('a mode that changes while a turn goes on holds from the next call on', async () => {
  const { conversation, permissions, questions } = await openAsked([]);
  conversation.subscribe((event) => {
    if (event.type === 'answered') void permissions.setMode('acceptEdits');
  });
  expect((await conversation.send('Go')).denials).toHaveLength(1);
  expect([questions.length, permissions.mode]).toEqual([1, 'acceptEdits']);
});

it.each([
  ['acceptEdits', 0],
  ['plan', 2],
] as const)('a question that is open is answered when the mode changes to %s', async (mode, denied) => {
  const { permissions } = await openAsked([]);
  const calls = ['src/a', 'src/b'].map((path) => ({ name: 'Add', input: { path, line: 'x' } }));
  const { conversation } = await startConversation([{ calls }, { text: 'ok' }], { permissions });
  const asked: string[] = [];
  conversation.subscribe((event) => {
    if (event.type !== 'ask') return;
    asked.push(event.question.id);
    void conversation.setMode(mode);
  });
  expect((await conversation.send('Go')).denials).toHaveLength(denied);
  expect(asked.length).toBeLessThanOrEqual(Math.max(1, denied));
});

it('a question of a hook stays open when the mode changes', async () => {
  const hooks = [
    {
      beforeTool: async ({ input }: { readonly input: object }) => ({
        input: { ...input },
        permission: 'ask' as const,
      }),
    },
  ];
  const { permissions } = await openAsked([]);
  await permissions.setMode('acceptEdits');
  const calls = [{ name: 'Add', input: { path: 'src/a', line: 'x' } }];
  const { conversation } = await startConversation([{ calls }, { text: 'ok' }], { permissions, hooks });
  const answers: string[] = [];
  conversation.subscribe((event) => {
    if (event.type === 'answered') answers.push(event.answer.allow);
    if (event.type !== 'ask') return;
    void conversation.setMode('bypassPermissions').then(() => conversation.answer(event.question.id, { allow: 'no' }));
  });
  await conversation.send('Go');
  expect(answers).toEqual(['no']);
});
