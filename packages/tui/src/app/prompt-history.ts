import { join } from 'node:path';
import { projectFolder } from '@helve/assistant';
import { chipLabel } from '../editor/chips.ts';
import { recallable } from '../editor/history.ts';
import { appendHistory, loadHistory } from '../editor/history-file.ts';
import type { Host } from '../host.ts';
import type { Submission } from '../input/input-line.ts';

/** What was sent in this project, across conversations. */
export class PromptHistory {
  readonly #file: string;
  /** Until all that was added is in the file, in its order. */
  #written: Promise<void> = Promise.resolve();

  constructor({ home, cwd }: Pick<Host, 'home' | 'cwd'>) {
    this.#file = join(projectFolder(home, cwd), 'prompts');
  }

  /** Oldest first. What cannot be read is no reason not to begin. */
  load(): Promise<readonly string[]> {
    return loadHistory(this.#file).catch(() => []);
  }

  /** Images are not kept: their labels would mean others in another conversation. */
  add({ text, typed, images }: Pick<Submission, 'text' | 'typed' | 'images'>): void {
    const words = images.reduce((held, image) => held.replaceAll(chipLabel(image), ''), recallable(text, typed));
    this.#written = this.#written.then(() => appendHistory(this.#file, words)).catch(() => {});
  }

  async close(): Promise<void> {
    await this.#written;
  }
}
