/** Pages that are acted on. Each shows in `#log` what it was told. */

export const ACTING = `<!doctype html><title>Acting</title>
<style>
  header { position: fixed; top: 0; left: 0; right: 0; height: 60px; background: #eee }
  main { margin-top: 80px; height: 5000px }
  #cover { position: absolute; left: 0; width: 300px; height: 60px; background: #fff }
  #far { position: absolute; top: 3000px }
  #box { height: 100px; width: 100px; overflow: auto }
  #empty { display: inline-block; width: 0; height: 0; padding: 0; border: 0; overflow: hidden }
</style>
<header>Stays</header>
<main>
  <output id="log"></output><br>
  <button id="all">All</button> <button id="near" onclick="say('near')">Near</button> <a href="/next">Next</a>
  <a href="/file">Table</a> <a href="/slow">Slow</a> <button>Twice</button><button>Twice</button>
  <div style="position: relative; height: 60px"><div id="cover" onclick="this.remove()">Cookies? <b>Accept</b></div>
  <button id="covered">Covered</button></div>
  <button id="hidden" hidden>Hidden</button> <button id="disabled" disabled>Off</button>
  <span aria-disabled="true"><button id="aria">Off too</button></span> <span inert><button id="inert">Inert</button></span>
  <button id="empty"></button>
  <button id="far" onclick="say('far')">Far</button>
  <div id="box"><div style="height: 1000px"></div></div>
  <p id="wait"></p>
</main>
<script>
  const log = document.querySelector('#log');
  const say = (what) => log.append((log.textContent ? ' ' : '') + what);
  var scrolls = 0;
  addEventListener('scroll', () => scrolls++);
  for (const type of 'pointerover mouseover pointermove mousemove pointerdown mousedown focusin pointerup mouseup click auxclick contextmenu dblclick'.split(' ')) {
    all.addEventListener(type, () => say(type));
  }
  if (location.search === '?later') {
    wait.textContent = 'Loading';
    setTimeout(() => { wait.innerHTML = '<b id="late">At last</b>'; location.hash = 'done'; }, 300);
  }
  if (location.search === '?leave') setTimeout(() => { location.href = '/next'; }, 300);
</script>`;

export const FIELDS = `<!doctype html><title>Fields</title><h1>Fields</h1>
<output id="log"></output>
<label>Text <input id="text"></label> <textarea id="area"></textarea> <input id="number" type="number" step="any">
<input id="date" type="date"> <input id="color" type="color"> <input id="secret" type="password">
<select id="list"><option value="1">One</option><option value="2">Two</option><option value="3">Three</option></select>
<input id="tick" type="checkbox"> <input id="radio" type="radio" name="r"> <input id="upper" oninput="value = value.toUpperCase()">
<input id="readonly" readonly> <input id="off" disabled> <div id="rich" contenteditable>old <b>text</b></div>
<input id="file" type="file" multiple onchange="changes++"> <input id="single" type="file"> <div id="zone">Drop here</div>
<div id="custom" role="combobox" tabindex="0">Choose</div><div id="options" hidden><div role="option">Red</div><div role="option">Blue</div></div>
<script>
  var changes = 0;
  const [log, field] = [document.querySelector('#log'), document.querySelector('#text')];
  for (const type of ['focusin', 'beforeinput', 'input', 'change']) {
    field.addEventListener(type, ({ inputType }) => log.append((log.textContent ? ' ' : '') + type + (inputType ? ':' + inputType : '')));
  }
  zone.ondragover = (event) => event.preventDefault();
  zone.ondrop = (event) => { event.preventDefault(); const [file] = event.dataTransfer.files; zone.textContent = file.name + ' ' + file.type; };
  custom.onclick = () => setTimeout(() => { options.hidden = !options.hidden; }, 50);
  options.onclick = ({ target }) => { custom.textContent = target.textContent; options.hidden = true; };
</script>`;

/** Does what React does to know which changes are its own: it lays a property over the field's. */
export const CONTROLLED = `<!doctype html><title>Controlled</title><input id="free"> <input id="digits"> <output id="state"></output>
<script>
  const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  function control(field, accept) {
    let tracked = '';
    let state = '';
    Object.defineProperty(field, 'value', {
      configurable: true,
      get() { return native.get.call(this); },
      set(value) { tracked = String(value); native.set.call(this, value); },
    });
    document.addEventListener('input', ({ target }) => {
      if (target !== field || native.get.call(field) === tracked) return;
      tracked = native.get.call(field);
      state = accept(tracked);
      document.querySelector('#state').textContent = state;
      queueMicrotask(() => { if (native.get.call(field) !== state) field.value = state; });
    });
  }
  control(free, (value) => value);
  control(digits, (value) => value.replace(/\\D/g, ''));
</script>`;

export const KEYS = `<!doctype html><title>Keys</title><output id="log"></output>
<label>One <input id="one"></label><textarea id="area"></textarea><input id="number" type="number" value="5">
<input id="box" type="checkbox"><input id="radio" type="radio" name="r" checked><input id="other" type="radio" name="r">
<select id="list"><option>1</option><option>2</option></select><button id="button" onclick="say('clicked')">Button</button>
<div id="rich" contenteditable>text</div><form action="/next"><input id="query" name="q"><button>Go</button></form>
<dialog id="modal"><button>Inside</button></dialog>
<script>
  const log = document.querySelector('#log');
  const say = (what) => log.append((log.textContent ? ' ' : '') + what);
  for (const type of ['keydown', 'keypress', 'keyup']) one.addEventListener(type, ({ key }) => say(type + ':' + key));
  for (const type of ['beforeinput', 'input']) one.addEventListener(type, () => say(type));
  one.addEventListener('keydown', (event) => event.key === 'q' && event.preventDefault());
  if (location.search === '?modal') modal.showModal();
</script>`;

export const DRAGGING = `<!doctype html><title>Dragging</title>
<style>#knob { position: absolute; left: 20px; top: 150px; width: 40px; height: 40px; background: red }
#nowhere { position: absolute; left: 400px; top: 150px; width: 60px; height: 60px; background: #ddd }</style>
<div id="card" draggable="true">Card</div><ul id="list" style="height: 50px"></ul><div id="knob"></div><div id="nowhere"></div>
<script>
  var held = false;
  card.ondragstart = (event) => event.dataTransfer.setData('text/plain', 'Card');
  list.ondragover = (event) => event.preventDefault();
  list.ondrop = (event) => { list.innerHTML = '<li>' + event.dataTransfer.getData('text/plain') + '</li>'; };
  knob.onpointerdown = () => { held = true; };
  document.onpointermove = ({ clientX }) => { if (held) knob.style.left = clientX - 20 + 'px'; };
  document.onpointerup = () => { held = false; };
</script>`;

export const STRICT = `<!doctype html><title>Strict</title><div contenteditable>old</div><details><summary>More</summary>Opened</details>`;

/** Counts all that is done to it. */
export const COUNTING = `<!doctype html><title>Counting</title><input id="field" oninput="inputs++">
<button id="button" onclick="clicks++">Button</button><select id="list" onchange="choices++"><option>One<option>Two</select>
<input id="file" type="file" onchange="uploads++"><p id="card" draggable="true">Card</p><p id="goal">Goal</p>
<div style="height: 3000px"></div>
<script>
  var inputs = 0, clicks = 0, choices = 0, uploads = 0, drops = 0;
  goal.ondragover = (event) => event.preventDefault();
  goal.ondrop = () => drops++;
</script>`;
