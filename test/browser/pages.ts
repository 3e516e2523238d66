/** A page with a counter: what it shows tells how often its button was pressed. */
export const COUNTER = `<!doctype html><title>Counter</title>
<h1>Counter</h1>
<button id="more" onclick="n.textContent = Number(n.textContent) + 1">More</button> <output id="n">0</output>
<a href="/next">Next</a>
<button disabled>Never</button>
<label>Name <input name="name" placeholder="Your name" required></label>
<p hidden>Not to be seen</p>`;

export const NEXT = '<!doctype html><title>Next</title><h1>The next page</h1>';
