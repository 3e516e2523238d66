import Choices from 'choices.js';
import { makeSelects } from './lists.js';

makeSelects();
for (const id of ['one', 'many']) new Choices(`#${id}`, { removeItemButton: id === 'many' });
