import TomSelect from 'tom-select';
import { makeSelects } from './lists.js';

makeSelects();
for (const id of ['one', 'many']) new TomSelect(`#${id}`);
