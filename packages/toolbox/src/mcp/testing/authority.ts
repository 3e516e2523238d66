import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { answerWell } from './http-server.ts';

export interface Authority {
  readonly url: string;
  /** The token that the server accepts now. */
  accepts: string;
  readonly grants: string[];
}

/** An MCP server that wants a token, and the authority that gives it. */
export async function startAuthority(): Promise<Authority> {
  const state = { url: '', accepts: 'token-1', grants: [] as string[] };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => answer(request, response, body, state));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  return state;
}

function answer(request: IncomingMessage, response: ServerResponse, body: string, state: Authority): void {
  const base = new URL(state.url).origin;
  const json = (value: object, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  switch (request.url) {
    case '/mcp': {
      if (request.headers.authorization === `Bearer ${state.accepts}`) {
        if (request.method !== 'POST') return void response.writeHead(405).end();
        return answerWell(JSON.parse(body), response);
      }
      const metadata = `${base}/.well-known/oauth-protected-resource/mcp`;
      return void response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }).end();
    }
    case '/.well-known/oauth-protected-resource/mcp':
      return void json({ resource: state.url, authorization_servers: [base] });
    case '/.well-known/oauth-authorization-server':
      return void json({
        issuer: base,
        authorization_endpoint: `${base}/authorize`,
        token_endpoint: `${base}/token`,
        registration_endpoint: `${base}/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
      });
    case '/register':
      return void json({ ...(JSON.parse(body) as object), client_id: 'c1' }, 201);
    case '/token': {
      const given = new URLSearchParams(body);
      state.grants.push(given.get('grant_type') ?? '');
      const known = given.get('code') === 'the-code' || given.get('refresh_token') === 'again';
      if (!known) return void json({ error: 'invalid_grant' }, 400);
      return void json({ access_token: state.accepts, token_type: 'Bearer', refresh_token: 'again', expires_in: 3600 });
    }
    default:
      return void response.writeHead(404).end();
  }
}

/** What a browser does at the end of a login. */
export async function comeBack(address: string, changes: Readonly<Record<string, string>> = {}): Promise<number> {
  const { searchParams } = new URL(address);
  const callback = new URL(searchParams.get('redirect_uri') ?? '');
  callback.search = new URLSearchParams({
    code: 'the-code',
    state: searchParams.get('state') ?? '',
    ...changes,
  }).toString();
  return (await fetch(callback)).status;
}
