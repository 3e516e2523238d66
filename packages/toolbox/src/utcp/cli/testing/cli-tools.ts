import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readProcesses, RUN_VARIABLE } from '@helve/processes';
import { CommandError, type ErrorReport } from '@helve/command';
import { expect, onTestFinished } from 'vitest';
import type { CallTemplate, UtcpTool } from '../../manual-format.ts';
import type { CallEvent, Host, ToolCall, ToolResult } from '../../protocol.ts';
import { cliProtocol } from '../cli-protocol.ts';
import type { StepResult } from '../result.ts';

/** cli tools in a folder and home of their own; after the test no process and no file of a call is left. */
export interface CliTools {
  readonly dir: string;
  readonly home: string;
  readonly host: Host;
  readonly warnings: readonly string[];
  readonly events: readonly CallEvent[];
  readonly call: (tool: TestTool, args?: object, rest?: Partial<ToolCall>) => Promise<CliResult>;
  readonly value: (tool: TestTool, args?: object) => Promise<unknown>;
  readonly error: (tool: TestTool, args?: object, rest?: Partial<ToolCall>) => Promise<ErrorReport>;
  /** Processes of its calls that run now. */
  readonly running: () => readonly number[];
}

/** A template's keys, or just its commands. */
export type TestTool = Readonly<Record<string, unknown>> | readonly string[];

export interface CliResult extends ToolResult {
  readonly steps: readonly StepResult[];
}

export async function openCliTools(overrides: Partial<Host> = {}): Promise<CliTools> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'helve-cli-')));
  const [dir, home] = [join(base, 'work'), join(base, 'home')];
  mkdirSync(dir);
  const run = randomBytes(8).toString('hex');
  const running = () =>
    readProcesses()
      .filter(({ carries }) => carries(run))
      .map(({ pid }) => pid);
  const warnings: string[] = [];
  const events: CallEvent[] = [];
  const host: Host = {
    cwd: dir,
    root: dir,
    home,
    env: { ...process.env, [RUN_VARIABLE]: run },
    now: Date.now,
    signal: new AbortController().signal,
    progress: () => {},
    warn: (message) => warnings.push(message),
    allow: {},
    ...overrides,
  };
  const call = async (tool: TestTool, args: object = {}, rest: Partial<ToolCall> = {}): Promise<CliResult> => {
    const template = templateOf(tool);
    const result = await cliProtocol.call(
      {
        manualName: 'test',
        tool: toolWith(template),
        template,
        args: args as Record<string, unknown>,
        onEvent: (event) => events.push(event),
        ...rest,
      },
      host,
    );
    return { ...result, steps: (result.detail?.steps ?? []) as readonly StepResult[] };
  };
  onTestFinished(async () => {
    for (let tries = 0; running().length > 0 && tries < 100; tries++) await delay(20);
    expect(running()).toEqual([]);
    expect(await readdir(join(home, 'utcp', 'calls')).catch(() => [])).toEqual([]);
    await rm(base, { recursive: true, force: true });
  });
  return {
    dir,
    home,
    host,
    warnings,
    events,
    call,
    running,
    value: async (tool, args) => (await call(tool, args)).value,
    error: async (tool, args, rest) => {
      const thrown: unknown = await call(tool, args, rest).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (thrown instanceof CommandError) return thrown.report();
      throw new Error(`No CommandError: ${String(thrown)}`);
    },
  };
}

export function templateOf(tool: TestTool): CallTemplate {
  if (!isList(tool)) return { call_template_type: 'cli', ...tool };
  return { call_template_type: 'cli', commands: tool.map((command) => ({ command })) };
}

function isList(tool: TestTool): tool is readonly string[] {
  return Array.isArray(tool);
}

function toolWith(template: CallTemplate): UtcpTool {
  return { name: 'tool', description: '', inputs: {}, outputs: {}, tags: [], tool_call_template: template };
}
