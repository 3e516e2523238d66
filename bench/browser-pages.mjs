/** The pages that browsers are measured on: a form with 20 inputs, an article with 300 links, a table of 5,000 elements. */
import { createServer } from 'node:http';

const repeat = (count, make) => Array.from({ length: count }, (_, index) => make(index + 1)).join('');

const BODIES = {
  form: `<h1>Form</h1><form onsubmit="return false">${repeat(20, (n) => `<label for="i${n}">Field ${n}</label><input id="i${n}" name="f${n}">`)}<button id="send" type="button" onclick="this.dataset.n=1+Number(this.dataset.n||0)">Send</button></form>`,
  article: `<h1>Article</h1>${repeat(60, (n) => `<p>Paragraph ${n} tells of ${repeat(5, (m) => `<a href="/form?${n}.${m}">thing ${n}.${m}</a> and `)} more.</p>`)}`,
  big: `<h1>Table</h1><table>${repeat(1000, (n) => `<tr><td>Row ${n}</td><td>${n * 7}</td><td><button>Edit ${n}</button></td></tr>`)}</table>`,
  // Not measured in bytes: how long a list takes must grow with its length, and not faster.
  few: repeat(1_000, (n) => `<button>Button ${n}</button>`),
  many: repeat(10_000, (n) => `<button>Button ${n}</button>`),
};

export const PAGES = ['form', 'article', 'big'];

export async function servePages() {
  const server = createServer((request, response) => {
    const name = request.url?.slice(1).split('?')[0] ?? '';
    if (!Object.hasOwn(BODIES, name)) return response.writeHead(404).end();
    return response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end(`<!doctype html><title>${name}</title>${BODIES[name]}`);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return { url: (name) => `${origin}/${name}`, close: () => server.close() };
}
