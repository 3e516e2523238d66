import { join } from 'node:path';
import { projectFolder } from '@helve/assistant';
import { appendHistory, loadHistory } from '../editor/history-file.ts';
import type { Host } from '../host.ts';

/** What was sent in this project, across conversations. */
export class PromptHistory {
  readonly #file: string;

  constructor({ home, cwd }: Pick<Host, 'home' | 'cwd'>) {
    this.#file = join(projectFolder(home, cwd), 'prompts');
  }

  /** Oldest first. What cannot be read is no reason not to begin. */
  load(): Promise<readonly string[]> {
    return loadHistory(this.#file).catch(() => []);
  }

  async add(text: string): Promise<void> {
    await appendHistory(this.#file, text).catch(() => {});
  }
}
