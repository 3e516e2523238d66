import { join } from 'node:path';
import type { Sandbox } from './helve.ts';

/** The built library. */
export const LIBRARY = join(import.meta.dirname, '../../packages/helve/dist/index.cjs');

/**
 * Runs a program that has `createConversation` and `talk`, which gives a conversation together with the list of all that
 * happens in it; gives what the program returns.
 */
export async function runProgram<Result>({ run }: Pick<Sandbox, 'run'>, body: string): Promise<Result> {
  const program = `const { createConversation } = require(${JSON.stringify(LIBRARY)});
    const talk = async (choice = {}, heard = () => {}) => {
      const conversation = await createConversation(choice);
      const events = [];
      void (async () => {
        for await (const event of conversation.events()) {
          events.push(event);
          heard(event, conversation);
        }
      })();
      return { conversation, events };
    };
    (async () => { ${body} })().then(
      (result) => process.stdout.write(JSON.stringify(result ?? null)),
      (error) => { console.error(error); process.exitCode = 1; },
    );`;
  const { code, stdout, stderr } = await run(process.execPath, ['-e', program]);
  if (code !== 0) throw new Error(`The program ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as Result;
}
