import Sortable from 'sortablejs';
import { report } from './report.js';

const item = (name) =>
  `<li tabindex="0" aria-label="${name}" style="padding: 8px; margin: 4px; background: #eee">${name}</li>`;
const list = (names) => `<ul style="width: 300px">${names.map(item).join('')}</ul>`;
document.querySelector('#app').innerHTML = list(['Plan', 'Build', 'Test', 'Ship']) + list(['Red', 'Green', 'Blue']);
const lists = [...document.querySelectorAll('ul')];
// Both ways in which the library works: the browser's own drag and drop, and with the pointer alone.
for (const [index, list] of lists.entries()) {
  Sortable.create(list, { animation: 100, forceFallback: index === 1, onEnd });
}

function onEnd() {
  report(lists.map(({ children }) => [...children].map(({ textContent }) => textContent)));
}
