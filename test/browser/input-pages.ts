/** Pages that depend on what the browser gives only to a person at work: focus, windows, downloads, the clipboard. */

export const FOCUS = `<!doctype html><title>Focus</title><output id="log"></output>
<input id="one"><input id="two"><label id="label">Three <input id="three"></label>
<button id="move" onclick="two.focus()">Move</button> <button id="show" onclick="modal.showModal()">Show</button>
<button id="drop" onclick="document.activeElement.blur()">Drop</button>
<dialog id="modal"><input id="inside"></dialog>
<script>
  const log = document.querySelector('#log');
  for (const field of document.querySelectorAll('input'))
    for (const type of ['focus', 'blur', 'focusin', 'focusout']) field.addEventListener(type, () => log.append(' ' + type + ':' + field.id));
</script>`;

export const WINDOWS = `<!doctype html><title>Windows</title>
<button id="now">Now</button> <button id="later">Later</button> <output id="said"></output>
<script>
  const show = (features) => { said.textContent = window.open('/window', '', features) ? 'opened' : 'blocked'; };
  now.addEventListener('click', () => show('width=400,height=300'));
  later.addEventListener('click', () => setTimeout(show, 300));
  if (location.hash === '#at-once') show();
  addEventListener('message', ({ data }) => { said.textContent = data; });
</script>`;

export const WINDOW = `<!doctype html><title>Window</title><button id="done">Done</button>
<script>done.addEventListener('click', () => { opener.postMessage('done', '*'); window.close(); })</script>`;

export const FILES = `<!doctype html><title>Files</title><button id="save">Save</button>
<script>
  let count = 0;
  save.addEventListener('click', () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['file ' + ++count]));
    link.download = 'file.txt';
    link.click();
  });
</script>`;

export const CLIPBOARD = `<!doctype html><title>Clipboard</title>
<input id="source" value="from a field"><input id="target"><p id="rich" contenteditable>rich text</p>
<button id="write" onclick="tell(navigator.clipboard.writeText('by writeText'))">Write</button>
<button id="item" onclick="tell(navigator.clipboard.write([new ClipboardItem({ 'text/plain': new Blob(['by write'], { type: 'text/plain' }) })]))">Item</button>
<button id="old" onclick="source.select(); said.textContent = document.execCommand('copy')">Old</button>
<button id="read" onclick="tell(navigator.clipboard.readText())">Read</button> <output id="said"></output>
<script>
  const tell = (promise) => promise.then((text) => { said.textContent = text ?? 'copied'; }, ({ message }) => { said.textContent = message; });
  if (location.hash === '#at-once') tell(navigator.clipboard.readText());
</script>`;

/** Each field takes one digit, and passes the next on. */
export const DIGITS = `<!doctype html><title>Digits</title>${[1, 2, 3, 4].map((n) => `<input id="d${n}" maxlength="1">`).join('')}
<script>
  const fields = [...document.querySelectorAll('input')];
  for (const [index, field] of fields.entries()) field.oninput = () => {
    fields[index + 1]?.focus();
    if (location.search === '?send' && index === 3) location.href = '/next?' + fields.map(({ value }) => value).join('');
  };
</script>`;

/** A cell that becomes a field at the first key. */
export const CELLS = `<!doctype html><title>Cells</title><table><tr><td tabindex="-1" id="a">old</td><td tabindex="-1" id="b"></td></tr></table>
<script>
  let cell;
  document.addEventListener('mousedown', ({ target }) => { cell = target.closest('td'); });
  document.addEventListener('keydown', ({ key }) => {
    if (!cell || document.activeElement.tagName === 'INPUT' || key.length > 1) return;
    cell.innerHTML = '<input>';
    cell.firstChild.focus();
  });
</script>`;

export const EDITABLE = `<!doctype html><title>Editable</title><p id="text" contenteditable style="font: 20px monospace; width: 400px">one two three</p>
<iframe srcdoc="<body contenteditable style='margin: 8px'>inside</body>"></iframe>`;

const COLOURS = ['Red', 'Green', 'Blue'];

export const LISTS = `<!doctype html><title>Lists</title>
<nav><ul><li onclick="said.textContent = 'menu'">Blue</li></ul></nav>
<div id="plain" tabindex="0" role="combobox" aria-expanded="false">Choose</div>
<div id="long" tabindex="0" role="combobox" aria-expanded="false">Choose</div>
<input id="search" role="combobox" aria-expanded="false">
<select id="send" onchange="location.href = '/next?' + value"><option>One</option><option>Two</option></select>
<div id="many" tabindex="0" role="combobox" aria-expanded="false">None</div>
<output id="said"></output>
<script>
  const layer = (under, height) => {
    const list = document.createElement('div');
    const { left, bottom } = under.getBoundingClientRect();
    list.style.cssText = 'position: absolute; background: #fff; overflow: auto; width: 200px; left: ' + left + 'px; top: ' + bottom + 'px; height: ' + height + 'px';
    document.body.append(list);
    under.setAttribute('aria-expanded', 'true');
    return list;
  };
  const close = (list, owner) => { list.remove(); owner.setAttribute('aria-expanded', 'false'); };
  // Its options say nothing of what they are.
  plain.onclick = () => {
    const list = layer(plain, 80);
    list.innerHTML = ${JSON.stringify(COLOURS.map((name) => `<div><span>${name}</span></div>`).join(''))};
    list.onclick = ({ target }) => { plain.textContent = target.textContent; close(list, plain); };
  };
  // Only what is seen of it is there.
  long.onclick = () => {
    const list = layer(long, 100);
    list.innerHTML = '<div style="height: 20000px; position: relative"></div>';
    const draw = () => {
      const first = Math.floor(list.scrollTop / 20);
      list.firstChild.innerHTML = Array.from({ length: 6 }, (_, n) => '<div role="option" style="position: absolute; height: 20px; top: ' + (first + n) * 20 + 'px">Item ' + (first + n) + '</div>').join('');
    };
    list.onscroll = draw;
    draw();
    list.onclick = ({ target }) => { long.textContent = target.textContent; close(list, long); };
  };
  // It shows nothing before something is looked for.
  search.oninput = () => {
    document.querySelector('#found')?.remove();
    const list = layer(search, 60);
    list.id = 'found';
    list.innerHTML = ${JSON.stringify(COLOURS)}.filter((name) => name.toLowerCase().includes(search.value.toLowerCase())).map((name) => '<div role="option">' + name + '</div>').join('');
    list.onclick = ({ target }) => { search.value = target.textContent; close(list, search); };
  };
  // It stays open for more.
  const chosen = [];
  many.onclick = () => {
    if (many.getAttribute('aria-expanded') === 'true') return;
    const list = layer(many, 80);
    list.innerHTML = ${JSON.stringify(COLOURS.map((name) => `<div>${name}</div>`).join(''))};
    list.onclick = ({ target }) => { chosen.push(target.textContent); many.textContent = chosen.join(' + '); };
  };
</script>`;
