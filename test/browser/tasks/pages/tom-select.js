import TomSelect from 'tom-select';
import { report } from './report.js';

document.querySelector('#app').innerHTML = `<label for="tags">Tags</label><input id="tags" value="red">
  <label for="size">Size</label><select id="size"><option value="">Choose a size</option><option>Small</option><option>Medium</option></select>`;
const tell = () => report({ tags: tags.getValue(), size: size.getValue() });
const tags = new TomSelect('#tags', {
  create: true,
  onChange: () => tell(),
  options: ['red', 'green', 'blue'].map((text) => ({ value: text, text })),
});
const size = new TomSelect('#size', { onChange: () => tell() });
