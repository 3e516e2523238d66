import flatpickr from 'flatpickr';
import { report } from './report.js';

document.querySelector('#app').innerHTML = '<label>Arrival <input id="date"></label>';
flatpickr('#date', {
  defaultDate: '2026-03-10',
  ariaDateFormat: 'F j, Y',
  onChange: (_, date) => report({ date }),
});
