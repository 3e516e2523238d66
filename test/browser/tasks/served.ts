/** Pages and programs of the server itself: an interface with its description, uploads, a login, a sign-in of another site. */
import type { ServerResponse } from 'node:http';
import type { Visit } from './site.ts';

const PASSWORD = 'correct horse';
const CODE = '493021';

export const SERVED: Readonly<Record<string, (visit: Visit) => void>> = {
  'GET /api/openapi.json': ({ response, run }) => json(response, 200, description(run)),
  'POST /api/pets': ({ response, body, keep }) => {
    keep(JSON.parse(body));
    json(response, 201, { id: 7 });
  },
  'POST /api/files': ({ request, response, body, keep }) => {
    const [, boundary = ''] = /boundary=(.+)/.exec(request.headers['content-type'] ?? '') ?? [];
    const part = body.split(`--${boundary}`).find((each) => each.includes('filename=')) ?? '';
    const [, name] = /filename="(.+?)"/.exec(part) ?? [];
    keep({ name, content: part.slice(part.indexOf('\r\n\r\n') + 4).trimEnd() });
    json(response, 200, {});
  },

  'GET /login': ({ response, run }) =>
    html(
      response,
      `<h1>Log in</h1><form method="post" action="/login?run=${run}"><label>Email <input name="email" type="email" required></label>
      <label>Password <input name="password" type="password" required></label><button>Log in</button></form>`,
    ),
  'POST /login': ({ response, run, body }) => {
    const form = new URLSearchParams(body);
    if (form.get('email') !== 'ada@example.com' || form.get('password') !== PASSWORD) {
      html(response, '<h1>Wrong email or password</h1>', 403);
    } else
      response.writeHead(303, { Location: `/code?run=${run}`, 'Set-Cookie': `login=${run}; Path=/; HttpOnly` }).end();
  },
  // Six fields, as many sites have them: each takes one digit and moves on, and the last one sends the code.
  'GET /code': ({ response, run }) =>
    html(
      response,
      `<h1>Enter the code</h1><form id="form" method="post" action="/code?run=${run}"><input type="hidden" name="code">
      ${Array.from({ length: 6 }, (_, index) => `<input aria-label="Digit ${index + 1}" maxlength="1" inputmode="numeric" size="1">`).join('')}</form><script>
      const digits = [...document.querySelectorAll('[aria-label]')];
      for (const [index, digit] of digits.entries()) {
        digit.addEventListener('input', () => {
          digit.value = digit.value.replace(/\\D/g, '');
          if (digit.value) digits[index + 1]?.focus();
          if (digits.every(({ value }) => value)) { form.code.value = digits.map(({ value }) => value).join(''); form.requestSubmit(); }
        });
        digit.addEventListener('keydown', ({ key }) => { if (key === 'Backspace' && !digit.value) digits[index - 1]?.focus(); });
      }
      digits[0].focus();</script>`,
    ),
  'POST /code': ({ request, response, run, body, keep }) => {
    const right = new URLSearchParams(body).get('code') === CODE && request.headers.cookie?.includes(`login=${run}`);
    if (right) keep('logged in');
    html(response, right ? '<h1>Welcome, Ada</h1>' : '<h1>Wrong code</h1>', right ? 200 : 403);
  },

  'GET /signin': ({ response, run }) =>
    html(
      response,
      `<h1>Photos</h1><button id="go">Sign in with Example</button><output id="out">Signed out</output><script>
      let popup;
      go.addEventListener('click', () => {
        popup = open('about:blank', 'signin', 'width=420,height=480');
        if (!popup) { out.textContent = 'The popup was blocked'; return; }
        popup.location.href = '/consent?run=${run}';
        const timer = setInterval(() => { if (popup.closed) { clearInterval(timer); out.append(', popup closed'); } }, 50);
      });
      addEventListener('message', ({ source, data }) => {
        if (source !== popup) return;
        out.textContent = 'Signed in as ' + data.user;
        navigator.sendBeacon('/state?run=${run}', JSON.stringify(data));
      });</script>`,
    ),
  'GET /consent': ({ response }) =>
    html(
      response,
      `<h1>Example: sign in</h1><label>User <input id="user"></label><button id="allow">Allow</button><script>
      allow.addEventListener('click', () => { opener.postMessage({ user: user.value }, '*'); close(); });</script>`,
    ),

  'GET /export': ({ response, run }) =>
    html(
      response,
      `<h1>Report</h1><button id="csv">Export CSV</button> <button id="copy">Copy link</button> <output id="said"></output>
      <label>Send to <input id="to"></label><script>
      let exports = 0;
      const tell = (state) => navigator.sendBeacon('/state?run=${run}', JSON.stringify(state));
      csv.addEventListener('click', () => {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob(['export,' + ++exports + '\\n'], { type: 'text/csv' }));
        link.download = 'report.csv';
        link.click();
      });
      copy.addEventListener('click', () => navigator.clipboard.writeText('https://example.com/r/42').then(
        () => { said.textContent = 'Copied'; }, (error) => { said.textContent = error.message; }));
      to.addEventListener('input', () => tell({ to: to.value, exports, said: said.textContent }));</script>`,
    ),
};

function description(run: string): object {
  const content = {
    'application/json': {
      schema: { type: 'object', properties: { name: { type: 'string' }, age: { type: 'integer' } } },
      example: { name: 'string', age: 0 },
    },
  };
  return {
    openapi: '3.0.3',
    info: { title: 'Pets', version: '1' },
    paths: {
      '/api/pets': {
        get: { summary: 'List pets', responses: { 200: { description: 'All of them' } } },
        post: {
          summary: 'Add a pet',
          parameters: [{ name: 'run', in: 'query', required: true, schema: { type: 'string', default: run } }],
          requestBody: { required: true, content },
          responses: { 201: { description: 'Added' } },
        },
      },
    },
  };
}

function json(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}

function html(response: ServerResponse, body: string, status = 200): void {
  response
    .writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><html lang="en"><title>Task</title>${body}</html>`);
}
