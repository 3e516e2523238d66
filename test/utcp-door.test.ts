import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openServiceSandbox, readToken, type ServiceSandbox } from './kit/service.ts';

const { resolve } = createRequire(import.meta.url);

async function openDoor(settings?: object) {
  const sandbox = await openServiceSandbox({ 'a.txt': 'alpha\n' }, settings);
  await sandbox.start();
  const { port = 0 } = await sandbox.status();
  const token = await readToken(sandbox.home);
  const cwd = `cwd=${encodeURIComponent(sandbox.dir)}`;
  const ask = async (path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}/utcp${path}?${cwd}`, {
      ...(body === undefined ? {} : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { sandbox, port, token, ask, url: `http://127.0.0.1:${port}/utcp?${cwd}` };
}

/** Runs a program with the reference implementation's client, registered with our manual as `helve`. */
async function withReferenceClient(
  { dir, env }: ServiceSandbox,
  url: string,
  token: string,
  body: string,
): Promise<unknown> {
  const auth = { auth_type: 'api_key', api_key: 'Bearer $HELVE_TOKEN', var_name: 'Authorization', location: 'header' };
  const config = {
    variables: { helve_HELVE_TOKEN: token },
    manual_call_templates: [{ name: 'helve', call_template_type: 'http', http_method: 'GET', url, auth }],
  };
  const program = `
    console.log = console.info = () => {};
    const { UtcpClient } = require(${JSON.stringify(resolve('@utcp/sdk'))});
    require(${JSON.stringify(resolve('@utcp/http'))}).register?.();
    UtcpClient.create(process.cwd(), ${JSON.stringify(config)}).then(async (client) => {
      process.stdout.write(JSON.stringify(await (async () => { ${body} })()));
    });`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], { cwd: dir, env });
  return JSON.parse(stdout);
}

describe('the UTCP door', () => {
  it('lists and runs our commands for the reference client', async () => {
    const { sandbox, url, token } = await openDoor();
    const answer = await withReferenceClient(
      sandbox,
      url,
      token,
      `const names = (await client.config.tool_repository.getTools()).map(({ name }) => name);
       const read = await client.callTool('helve.fs.read', { body: { path: 'a.txt' } });
       return { many: names.length > 50, has: names.includes('helve.git.status'), text: read.text ?? read.content };`,
    );
    expect(answer).toEqual({ many: true, has: true, text: 'alpha\n' });
  });

  it('answers errors with a status and our report', async () => {
    const { ask } = await openDoor({ permissions: { deny: ['fs delete'] } });
    expect(await ask('/fs/read', { path: 'gone' })).toMatchObject({
      status: 404,
      body: { error: { code: 'NOT_FOUND' } },
    });
    expect(await ask('/fs/raed', {})).toMatchObject({ status: 404, body: { error: { code: 'UNKNOWN_COMMAND' } } });
    expect(await ask('/fs/read', { pth: 1 })).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_INPUT' } },
    });
    expect(await ask('/fs/read', '{')).toMatchObject({
      status: 400,
      body: { error: { message: 'The body is not JSON' } },
    });
    expect(await ask('/fs/delete', { path: 'a.txt' })).toMatchObject({ status: 403 });
    expect(await ask('/service/stop', {})).toMatchObject({ status: 404 });
    expect(await ask('/fs/read')).toMatchObject({ status: 405 });
  });

  it('lets nobody in without the token, nor a web page with it', async () => {
    const { ask } = await openDoor();
    expect(await ask('', undefined, { authorization: 'Bearer wrong' })).toMatchObject({ status: 401 });
    expect(await ask('', undefined, { 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403 });
  });
});
