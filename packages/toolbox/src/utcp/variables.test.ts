import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLoader, fillIn, missingVariables, onlyNamespaced, type VariableSources } from './variables.ts';

const sources: VariableSources = {
  variables: { my__cli_KEY: 'from config', PLAIN: 'plain' },
  loaders: [async (name) => (name === 'LOADED' ? 'from file' : undefined)],
  env: { my__cli_TOKEN: 'from env', HOME: '/home/me', EMPTY: '' },
};

function fill(template: object, given = sources) {
  return fillIn({ call_template_type: 'http', ...template }, 'my_cli', given);
}

describe('variables of a template', () => {
  it('are looked up under the name of the manual first, then plainly, in config, files and environment', async () => {
    expect(await fill({ url: '${KEY}/$TOKEN/${PLAIN}/$LOADED' })).toMatchObject({
      url: 'from config/from env/plain/from file',
    });
  });

  it('are filled in deep inside, and never twice', async () => {
    const deep = { headers: [{ a: '${A}' }] };
    expect(await fill(deep, { ...sources, variables: { A: '${B}', B: 'no' } })).toMatchObject({
      headers: [{ a: '${B}' }],
    });
  });

  it('are an error with the full name when they have no value', async () => {
    await expect(fill({ url: '${EMPTY}' })).rejects.toMatchObject({
      message: 'The manual my_cli needs the variable EMPTY, which has no value',
      hint: 'Set my__cli_EMPTY in the environment, or in "variables" of the UTCP config.',
    });
    const template = { call_template_type: 'http', url: '$GONE', headers: { k: '${KEY}' } };
    expect(await missingVariables(template, 'my_cli', sources)).toEqual(['my__cli_GONE']);
  });

  it("leave the shell's own alone in the text of a command", async () => {
    const command = 'echo $CMD_0_OUTPUT ${CMD_1_OUTPUT} $HOME ${HOME} $2 ${X:-d} ${KEY} $(id)';
    expect(await fill({ commands: [{ command }] })).toMatchObject({
      commands: [{ command }],
      command_variables: { KEY: 'from config' },
    });
  });

  it('are escaped with a second dollar sign', async () => {
    expect(await fill({ url: 'pa$$KEY $$5 $$${KEY} ${KEY}' })).toMatchObject({
      url: 'pa$KEY $5 $from config from config',
    });
  });

  it('leave references of schemas and documents inside the template alone', async () => {
    const template = { content: '{"url": "${NOWHERE}"}', schema: { $ref: '#/$defs/x', note: 'see $ref' } };
    expect(await fill(template)).toMatchObject(template);
  });

  it('of a manual from elsewhere are only those that were set for it', async () => {
    const foreign = onlyNamespaced(sources, 'my_cli');
    expect(await fill({ url: '${KEY}$TOKEN' }, foreign)).toMatchObject({ url: 'from configfrom env' });
    await expect(fill({ url: '${HOME}' }, foreign)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('can come from a file, which is read anew each time', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'helve-env-'));
    const load = createLoader({ variable_loader_type: 'dotenv', env_file_path: '.env' }, folder);
    expect(await load('A')).toBeUndefined();
    await writeFile(join(folder, '.env'), 'A="one two"\n');
    expect(await load('A')).toBe('one two');
    await rm(folder, { recursive: true });
    expect(() => createLoader({ type: 'vault' }, folder)).toThrow('There is no variable loader "vault"');
  });
});
