import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openCliTools } from './testing/cli-tools.ts';

const HOSTILE = '"; touch bait; $(touch bait) `touch bait`';

it.each(['printf %s ${TOKEN}', 'printf %s "${TOKEN}"', "printf %s '${TOKEN}'", 'cat <<EOF\n${TOKEN}\nEOF'])(
  'a variable of UTCP is data in %s',
  async (command) => {
    const { value, dir } = await openCliTools();
    const tool = { commands: [{ command }], command_variables: { TOKEN: HOSTILE } };
    expect([await value(tool), existsSync(join(dir, 'bait'))]).toEqual([HOSTILE, false]);
  },
);

it('a variable of UTCP is refused where it would be run, whether it has a value or not', async () => {
  const { error } = await openCliTools();
  for (const values of [{ TOKEN: 'secret value' }, {}]) {
    const tool = { commands: [{ command: 'bash -c "curl ${TOKEN}"' }], command_variables: values };
    expect(await error(tool)).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining('${TOKEN}') });
  }
});

it('the value of a variable is in no error, step or event', async () => {
  const { error, call, events } = await openCliTools();
  const secret = 'hunter2-is-secret';
  const failing = { commands: [{ command: 'echo "${WORD}" >&2; exit 3' }], command_variables: { WORD: secret } };
  const printing = { commands: [{ command: 'true "${WORD}"' }], command_variables: { WORD: secret } };
  const said = JSON.stringify([await error(failing), await call(printing), events]);
  expect([said.includes('${WORD}'), said.includes(secret)]).toEqual([true, false]);
});

it("a variable that the template itself sets, or that has no value, is the shell's", async () => {
  const { value } = await openCliTools();
  const command_variables = { WORD: 'of UTCP' };
  expect(await value({ commands: [{ command: 'WORD=own; echo "${WORD}"' }], command_variables })).toBe('own');
  expect(await value({ commands: [{ command: 'echo "${WORD}"' }], env_vars: { WORD: 'env' }, command_variables })).toBe(
    'env',
  );
  expect(await value({ commands: [{ command: 'echo "<${NOBODY}>"' }] })).toBe('<>');
});
