import SlimSelect from 'slim-select';
import { makeSelects } from './lists.js';

makeSelects();
for (const id of ['one', 'many']) new SlimSelect({ select: `#${id}` });
