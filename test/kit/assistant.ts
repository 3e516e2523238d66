import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MODEL_FOLDERS } from '@helve/settings';
import { onTestFinished } from 'vitest';
import type { Entry } from '../../packages/assistant/src/log/entry.ts';
import {
  type ModelServer,
  type Script,
  startModelServer,
  TEST_KEY,
} from '../../packages/assistant/src/testing/model-server.ts';
import { type Finished, openSandbox, type Sandbox } from './helve.ts';

/** Settings with which programs run outside the sandbox, so that the user is asked about them. */
export const UNCONFINED = { sandbox: 'off' } as const;

export interface AssistantSandbox extends Sandbox {
  readonly server: ModelServer;
  /** Runs `helve -p` with a prompt and more flags. */
  readonly ask: (prompt: string, flags?: readonly string[], input?: string) => Promise<Finished>;
  /** The same with `--output-format json`, and what it printed as data. */
  readonly askJson: (
    prompt: string,
    flags?: readonly string[],
  ) => Promise<{ code: number | null; result: PrintedResult }>;
  /** Every conversation that was kept, oldest first. */
  readonly conversations: () => Promise<readonly (readonly Entry[])[]>;
}

export interface PrintedResult {
  readonly type: string;
  readonly subtype: string;
  readonly is_error: boolean;
  readonly result: string;
  readonly session_id: string;
  readonly [field: string]: unknown;
}

/**
 * A folder with these files, the built helve in it, and a model on loopback that says what the script says. The user has
 * consented to what the files tell a model.
 */
export async function openAssistant(
  script: Script,
  files: Readonly<Record<string, string>> = {},
  settings?: object,
): Promise<AssistantSandbox> {
  const server = await startModelServer(script);
  onTestFinished(server.close);
  const sandbox = await openSandbox(files, settings);
  const { env } = sandbox;
  env.ANTHROPIC_API_KEY = TEST_KEY;
  env.ANTHROPIC_BASE_URL = server.url;
  const told = MODEL_FOLDERS.filter((folder) => Object.keys(files).some((file) => file.startsWith(`${folder}/`)));
  for (const folder of told) await sandbox.helve(['trust', 'allow', '--path', folder]);
  const ask = (prompt: string, flags: readonly string[] = [], input?: string) =>
    sandbox.helve(['-p', prompt, ...flags], input);
  return {
    ...sandbox,
    server,
    ask,
    askJson: async (prompt, flags = []) => {
      const { code, stdout } = await ask(prompt, ['--output-format', 'json', ...flags]);
      return { code, result: JSON.parse(stdout) as PrintedResult };
    },
    conversations: async () => {
      const folder = join(sandbox.home, 'projects');
      const projects = await readdir(folder).catch(() => []);
      const files = await Promise.all(
        projects.map(async (name) =>
          (await readdir(join(folder, name)))
            .filter((file) => file.endsWith('.jsonl'))
            .map((file) => join(folder, name, file)),
        ),
      );
      const logs = await Promise.all(files.flat().map(readEntries));
      return logs.sort((one, other) => ((one[0]?.time ?? '') < (other[0]?.time ?? '') ? -1 : 1));
    },
  };
}

async function readEntries(file: string): Promise<readonly Entry[]> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Entry);
}
