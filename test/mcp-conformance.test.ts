import { createServer, request } from 'node:http';
import { createRequire } from 'node:module';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSandbox, type Sandbox } from './kit/helve.ts';
import { type HttpServer, startHttp } from './kit/mcp-http.ts';

const SUITE = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');
const NEWEST = createRequire(import.meta.url).resolve('mcp-conformance-next/dist/index.js');
const ON_NODE_20 = ['--import', new URL('kit/newest-conformance.mjs', import.meta.url).href];

describe('the MCP conformance suite', () => {
  it('passes as a whole against its fixtures', async () => {
    const sandbox = await openSandbox();
    const { url } = await startHttp(sandbox, ['--conformance']);
    const { code, stdout } = await sandbox.run(process.execPath, [SUITE, 'server', '--url', url.href]);
    const summary = stdout.slice(stdout.indexOf('=== SUMMARY ==='));
    expect(summary.match(/^✓ .*: [1-9]\d* passed, 0 failed$/gm)).toHaveLength(30);
    expect({ code, summary }).toEqual({ code: 0, summary: expect.stringMatching(/Total: \d+ passed, 0 failed/) });
  });

  it.each(['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'])(
    'passes against the tools themselves: %s',
    async (scenario) => {
      const sandbox = await openSandbox();
      const server = await startHttp(sandbox);
      const url = await openGateway(server);
      expect(await runScenario(sandbox, url, scenario)).toMatchObject({ code: 0 });
    },
  );
});

describe('the newest MCP conformance suite', () => {
  const args = (url: string, ...more: readonly string[]) => [...ON_NODE_20, NEWEST, 'server', '--url', url, ...more];

  it('passes all that the revision 2026-07-28 requires, against its fixtures', async () => {
    const sandbox = await openSandbox();
    const { url } = await startHttp(sandbox, ['--conformance']);
    const { code, stdout } = await sandbox.run(process.execPath, args(url.href, '--requirements', '2026-07-28'));
    const [summary = '', unscored = ''] = stdout.slice(stdout.indexOf('=== SUMMARY ===')).split('Not scored for');
    const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
    const notScored = new Set(names(unscored, /^ {2}[✓✗] (\S+) \(/gm));
    const failed = names(summary, /^✗ (\S+):/gm).filter((name) => !notScored.has(name));
    expect({ code, failed }).toEqual({ code: 0, failed: [] });
    const passed = names(summary, /^✓ (\S+): [1-9]/gm).filter((name) => !notScored.has(name));
    expect(passed).toHaveLength(37);
  });

  it.each(['tools-list', 'http-header-validation', 'dns-rebinding-protection'])(
    'passes against the tools themselves: %s',
    async (scenario) => {
      const sandbox = await openSandbox();
      const url = await openGateway(await startHttp(sandbox));
      const run = await sandbox.run(
        process.execPath,
        args(url, '--scenario', scenario, '--spec-version', '2026-07-28'),
      );
      expect(run).toMatchObject({ code: 0 });
    },
  );
});

function runScenario({ run }: Sandbox, url: string, scenario: string) {
  return run(process.execPath, [SUITE, 'server', '--url', url, '--scenario', scenario]);
}

/** Adds the token, which the suite cannot send, and passes everything else on: only its own name it replaces. */
async function openGateway({ url, token }: HttpServer): Promise<string> {
  const gateway = createServer((incoming, outgoing) => {
    const own = `127.0.0.1:${(gateway.address() as { readonly port: number }).port}`;
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value).replace(own, url.host)]),
    );
    const passed = request(
      url,
      { method: incoming.method ?? 'GET', headers: { ...headers, authorization: `Bearer ${token}` } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    gateway.closeAllConnections();
    gateway.close();
  });
  return `http://127.0.0.1:${(gateway.address() as { readonly port: number }).port}/mcp`;
}
