import { createServer, request } from 'node:http';
import { createRequire } from 'node:module';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSandbox, type Sandbox } from './kit/helve.ts';
import { type HttpServer, startHttp } from './kit/mcp-http.ts';

const SUITE = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');

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
