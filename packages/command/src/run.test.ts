import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { Authority } from './authority.ts';
import type { CallerWith, ForwardedFrom, Host, Reach } from './caller.ts';
import { type Command, defineCommand, inService, type Run } from './command.ts';
import { CommandError } from './errors.ts';
import { Keeper } from './keep.ts';
import { text } from './parameters.ts';
import { runCommand } from './run.ts';

const OPEN: Authority = {
  authorise: async () => ({}),
  widen: async () => undefined,
  verdict: async () => 'allow',
  confinement: () => Promise.reject(new Error('nothing is confined here')),
};

function caller(reach: Reach = {}, host: Host = {}, authority: Authority = OPEN): CallerWith<Authority> {
  return { place: { cwd: '/project', env: {}, home: '/state' }, authority, reach, host };
}

/** Allows everything and notes the input of each call. */
function noting(inputs: unknown[]): Authority {
  return {
    ...OPEN,
    authorise: async ({ input }) => {
      inputs.push(input);
      return {};
    },
  };
}

type Input = { readonly say: string };

function commandOf(run: Run<Input>, more: Partial<Pick<Command, 'run' | 'subject'>> = {}): Command {
  const definition = defineCommand({
    path: 'demo say',
    summary: 'Say something',
    effect: 'inspect',
    input: v.object({ say: v.optional(text('What to say'), 'hi') }),
    output: v.unknown(),
    examples: [],
    run: async () => run,
  });
  return { ...definition, ...more };
}

const say: Run<Input> = async (input) => input.say;

describe('running a command', () => {
  it('gives the data, the input with defaults, warnings and facts', async () => {
    const command = commandOf(async (input, context) => {
      context.warn('careful');
      context.beside({ id: 7 });
      return input.say;
    });
    expect(await runCommand(command, {}, caller())).toEqual({
      data: 'hi',
      input: { say: 'hi' },
      warnings: ['careful'],
      facts: { id: 7 },
    });
  });

  it('authorises the validated input once, before it runs', async () => {
    const seen: unknown[] = [];
    const authority = noting(seen);
    await runCommand(
      commandOf(async () => seen.push('ran')),
      { say: 'x' },
      caller({}, {}, authority),
    );
    expect(seen).toEqual([{ say: 'x' }, 'ran']);
  });

  it('does not run what may not run', async () => {
    let ran = false;
    const authority = {
      ...OPEN,
      authorise: async () => {
        throw new CommandError('PERMISSION_DENIED', 'no');
      },
    };
    const command = commandOf(async () => {
      ran = true;
    });
    await expect(runCommand(command, {}, caller({}, {}, authority))).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    });
    expect(ran).toBe(false);
  });

  it('judges and runs what names in the input mean', async () => {
    const command = commandOf(say, { subject: () => ({ input: { say: 'expanded' } }) });
    const judged: object[] = [];
    const authority = noting(judged);
    const outcome = await runCommand(command, { say: 'alias' }, caller({}, {}, authority));
    expect([judged, outcome.data, outcome.input]).toEqual([[{ say: 'expanded' }], 'expanded', { say: 'expanded' }]);
  });

  it('reports a bug as one, and a system error in words', async () => {
    const broken = commandOf(async () => {
      throw new TypeError('x is undefined');
    });
    await expect(runCommand(broken, {}, caller())).rejects.toMatchObject({
      code: 'INTERNAL',
      message: 'A bug in helve: x is undefined',
    });
    const missing = commandOf(async () => {
      throw Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'open', path: '/a' });
    });
    await expect(runCommand(missing, {}, caller())).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: '/a does not exist',
    });
  });

  it('passes the warnings of another command on', async () => {
    const other = commandOf(async (_, context) => context.warn('from below'));
    const { warnings } = await runCommand(
      commandOf((_, context) => context.call(other, {})),
      {},
      caller(),
    );
    expect(warnings).toEqual(['from below']);
  });
});

describe('the time and the cancellation of a call', () => {
  it('end work that listens', async () => {
    const command = commandOf(
      (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    );
    await expect(runCommand(command, {}, caller({ timeout: 1 }))).rejects.toMatchObject({
      code: 'TIMEOUT',
      details: { timeout: 1 },
    });
    const cancel = new AbortController();
    const running = runCommand(command, {}, caller({ signal: cancel.signal }));
    cancel.abort();
    await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('keep a call from starting that is cancelled already', async () => {
    const command = commandOf(async () => 'ran');
    await expect(runCommand(command, {}, caller({ signal: AbortSignal.abort() }))).rejects.toMatchObject({
      code: 'CANCELLED',
    });
  });

  it('let work report what it did until then', async () => {
    const cancel = new AbortController();
    const command = commandOf(
      (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            const { code, message } = signal.reason as CommandError;
            reject(new CommandError(code, message, { details: { done: 3 } }));
          });
          cancel.abort();
        }),
    );
    await expect(runCommand(command, {}, caller({ signal: cancel.signal }))).rejects.toMatchObject({
      code: 'CANCELLED',
      details: { done: 3 },
    });
  });
});

describe('where a command runs', () => {
  const load = async () => say;
  const forwarded = () => {
    const sent: ForwardedFrom[] = [];
    const forward = async (_: Command, input: object, from: ForwardedFrom) => {
      sent.push(from);
      return { data: { elsewhere: input }, warnings: [] };
    };
    return { sent, forward };
  };

  it.each<[string, Command['run'], Keeper | undefined, boolean]>([
    ['here, if it keeps nothing', load, undefined, false],
    ['in the service, if nothing is kept here', inService(load), undefined, true],
    ['here, in the service', inService(load), new Keeper('/state'), false],
    ['in the service, for some inputs', inService(load, () => true), undefined, true],
    ['here, for other inputs', inService(load, () => false), undefined, false],
  ])('%s', async (_, run, keeper, elsewhere) => {
    const { forward, sent } = forwarded();
    const { data } = await runCommand(commandOf(say, { run }), {}, caller({}, { keeper, forward }));
    expect(data).toEqual(elsewhere ? { elsewhere: { say: 'hi' } } : 'hi');
    expect(sent.length).toBe(elsewhere ? 1 : 0);
  });

  it('takes along where the caller is and how to reach them', async () => {
    const { forward, sent } = forwarded();
    const reach = { requestId: 'r', progress: () => {}, handOver: new AbortController().signal };
    await runCommand(commandOf(say, { run: inService(load) }), {}, caller(reach, { forward }));
    expect(sent[0]).toMatchObject({ place: { cwd: '/project', home: '/state' }, reach });
  });

  it('fails where there is no service to reach', async () => {
    const command = commandOf(say, { run: inService(load) });
    await expect(runCommand(command, {}, caller())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
