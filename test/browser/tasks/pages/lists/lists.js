/** One list for a single choice and one for several, with something chosen in each, as plain selects that a package takes over. */
export function makeSelects(width = 'auto') {
  document.querySelector('#app').innerHTML = `
    <label for="one">Fruit</label><select id="one" style="width: ${width}"><option value="a">Apple</option><option value="b">Banana</option><option value="c">Cherry</option></select>
    <label for="many">Greens</label><select id="many" style="width: ${width}" multiple><option value="c">Carrot</option><option value="k" selected>Kale</option><option value="l">Leek</option></select>`;
  window.chosen = () => ['one', 'many'].map((id) => namesIn(document.getElementById(id)));
}

function namesIn(select) {
  return [...select.selectedOptions].map(({ text }) => text).sort();
}
