import { TabulatorFull } from 'tabulator-tables';
import { report } from './report.js';

const table = new TabulatorFull('#app', {
  height: 240,
  layout: 'fitColumns',
  data: ['Rye', 'Barley', 'Oats'].map((grain, id) => ({ id, grain, tons: 7 - id, organic: false })),
  columns: [
    { title: 'Grain', field: 'grain', editor: 'input' },
    { title: 'Tons', field: 'tons', editor: 'number' },
    { title: 'Organic', field: 'organic', formatter: 'tickCross', editor: true },
  ],
});
const tell = () =>
  report(
    table.getRows('active').map((row) => (({ grain, tons, organic }) => ({ grain, tons, organic }))(row.getData())),
  );
for (const event of ['cellEdited', 'dataSorted']) table.on(event, () => setTimeout(tell));
