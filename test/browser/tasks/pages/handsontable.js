import Handsontable from 'handsontable';
import { registerAllModules } from 'handsontable/registry';
import { report } from './report.js';

registerAllModules();
new Handsontable(document.querySelector('#app'), {
  data: [
    ['Rent', 900],
    ['Food', 350],
    ['Travel', 120],
  ],
  colHeaders: ['Item', 'Cost'],
  rowHeaders: true,
  licenseKey: 'non-commercial-and-evaluation',
  afterChange() {
    report(this.getData());
  },
});
