import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { Host } from './host.ts';
import { runScreen, type ScreenProcess } from './run.ts';

/** A process and its terminal, as far as the screen knows them. */
function fakeProcess() {
  const written: string[] = [];
  const raw: boolean[] = [];
  const listeners = new Map<string, (value?: unknown) => void>();
  const input = Object.assign(new EventEmitter(), {
    setRawMode: (on: boolean) => raw.push(on),
    resume: () => {},
    pause: () => {},
  });
  const output = Object.assign(new EventEmitter(), {
    columns: 80,
    rows: 24,
    write: (text: string) => written.push(text) > 0,
  });
  const process = {
    input,
    output,
    onExit: (listener: () => void) => void listeners.set('exit', listener),
    onFault: (listener: (thrown: unknown) => void) => void listeners.set('fault', listener),
    onSignal: (signal: string, listener: () => void) => void listeners.set(signal, listener),
    stopItself: () => {},
    // The streams are as much of the real ones as is used.
  } as unknown as ScreenProcess;
  const emit = (name: string, value?: unknown) => listeners.get(name)?.(value);
  return { process, input, output, emit, written: () => written.join(''), raw };
}

function fakeHost(change: Partial<Host> = {}): Host {
  const host = {
    version: '1',
    tour: false,
    cwd: '/',
    home: '/nowhere',
    env: { TERM: 'xterm-256color' },
    settings: { theme: 'dark', editorMode: 'normal', keybindings: {}, notifications: 'off', screenReader: false },
    open: () => new Promise(() => {}),
    now: Date.now,
    ...change,
  };
  return host as unknown as Host;
}

const GIVEN_BACK = '\x1b[<u\x1b[?1004l\x1b[?2004l\x1b[?25h\x1b[0m';

describe('whatever happens the terminal is given back', () => {
  it('after something was thrown that nobody caught, with what it was', async () => {
    const { process, emit, written, raw } = fakeProcess();
    const code = runScreen(fakeHost(), process);
    emit('fault', new Error('a fault of ours'));
    expect(await code).toBe(1);
    expect(written()).toContain(GIVEN_BACK);
    expect(written().indexOf('a fault of ours')).toBeGreaterThan(written().indexOf(GIVEN_BACK));
    expect(raw).toEqual([true, false]);
  });

  it('after drawing throws', async () => {
    const { process, output, written, raw, emit } = fakeProcess();
    const shown = runScreen(
      fakeHost({
        now: () => {
          throw new Error('no time');
        },
      }),
      process,
    );
    // As Node does with what is thrown in a callback.
    try {
      output.emit('resize');
    } catch (thrown) {
      emit('fault', thrown);
    }
    expect(await shown).toBe(1);
    expect(written()).toContain('no time');
    expect(written()).toContain(GIVEN_BACK);
    expect(raw.at(-1)).toBe(false);
  });

  it('when what follows the first picture cannot be had', async () => {
    const { process, written } = fakeProcess();
    const now = () => {
      throw new Error('no time');
    };
    expect(await runScreen(fakeHost({ now }), process)).toBe(1);
    expect(written()).toMatch(/helve stopped because of an internal error\.\nError: no time/);
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])('on %s', async (signal, code) => {
    const { process, emit, written } = fakeProcess();
    const shown = runScreen(fakeHost(), process);
    emit(signal);
    expect(await shown).toBe(code);
    expect(written().split(GIVEN_BACK)).toHaveLength(2);
  });

  it('when the terminal is gone', async () => {
    const { process, input, raw } = fakeProcess();
    const shown = runScreen(fakeHost(), process);
    input.emit('end');
    expect(await shown).toBe(0);
    expect(raw).toEqual([true, false]);
  });

  it('when the process ends by itself', () => {
    const { process, emit, written } = fakeProcess();
    void runScreen(fakeHost(), process);
    emit('exit');
    expect(written()).toContain(GIVEN_BACK);
  });
});
