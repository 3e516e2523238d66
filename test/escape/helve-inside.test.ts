import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { stopService } from '../../packages/helve/src/service/lifecycle.ts';
import { BINARY, openSandbox } from '../kit/helve.ts';
import { say } from '../kit/said.ts';
import { inText, register } from '../kit/utcp.ts';

/** Programs in the sandbox see a /tmp of their own, and so not the `helve` on this test's PATH. */
const HELVE = `'${process.execPath}' '${BINARY}'`;

/** Runs a line in the sandbox and gives what it printed. */
async function openInside() {
  const sandbox = await openSandbox({ 'a.txt': 'hello\n' });
  onTestFinished(() => stopService(sandbox.home));
  // A service runs outside, with its token in the home.
  await say(sandbox, 'service', 'start');
  const token = readFileSync(join(sandbox.home, 'token'), 'utf8').trim();
  const inside = async (command: string) => {
    const { data } = await say(sandbox, 'terminal', 'exec', '--sandbox', '--command', command);
    return String(data.stdout);
  };
  return { ...sandbox, inside, token };
}

it('helve works in the sandbox as the program that it is', async () => {
  const { inside } = await openInside();
  expect(JSON.parse(await inside(`${HELVE} fs read --path a.txt`))).toMatchObject({ data: { content: 'hello\n' } });
  expect(JSON.parse(await inside(`${HELVE} terminal exec --command "cat a.txt"`))).toMatchObject({
    data: { stdout: 'hello\n' },
  });
});

it('helve in the sandbox does not reach the service outside, and ends at once', async () => {
  const { inside, dir } = await openInside();
  const evil = `${HELVE} terminal session start --command "touch ${join(dir, '../PWN')}"`;
  expect(JSON.parse(await inside(evil))).toMatchObject({ ok: false });
  // A home that is named is not the one outside: whatever it starts ends with the sandbox.
  await inside(`HELVE_HOME=${join(dir, '../home')} ${evil}`);
  expect(JSON.parse(await inside(`${HELVE} service status`))).toMatchObject({ running: false });
  expect(existsSync(join(dir, '../PWN'))).toBe(false);
});

it('a program with the network cannot read the token of this service or of the usual one', async () => {
  const { token, ...sandbox } = await openInside();
  const usual = join(sandbox.env.HOME ?? '', '.helve');
  await mkdir(usual);
  await writeFile(join(usual, 'token'), 'BAIT-SECRET');
  const command = `cat ${sandbox.home}/token ${usual}/token; env; ls -a ${sandbox.home} ${usual}`;
  const tool = { name: 'call', tool_call_template: { call_template_type: 'cli', commands: [{ command }] } };
  await register(sandbox, { ...inText('shed', tool), allowed_communication_protocols: ['cli'] });
  const answer = JSON.stringify(await say(sandbox, 'shed', 'call', '--detail'));
  expect(answer).toContain('PATH=');
  expect(answer).not.toContain('BAIT-SECRET');
  expect(answer).not.toContain(token);
});
