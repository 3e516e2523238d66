import jquery from 'jquery';
import select2 from 'select2';
import { makeSelects } from './lists.js';

select2(window, jquery);
makeSelects('200px');
for (const id of ['one', 'many']) jquery(`#${id}`).select2();
