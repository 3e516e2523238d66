import { AllCommunityModule, createGrid, ModuleRegistry } from 'ag-grid-community';
import { report } from './report.js';

ModuleRegistry.registerModules([AllCommunityModule]);
const rowData = ['Anvil', 'Bellows', 'Chisel', 'Drill'].map((name, index) => ({ name, stock: 10 * (index + 1) }));
const container = document.querySelector('#app');
container.style.cssText = 'height: 320px; width: 600px';
createGrid(container, {
  rowData,
  columnDefs: [{ field: 'name' }, { field: 'stock', editable: true, cellDataType: 'number' }],
  rowSelection: { mode: 'multiRow' },
  onSelectionChanged: tell,
  onCellValueChanged: tell,
  onSortChanged: tell,
});

function tell({ api }) {
  const order = [];
  api.forEachNodeAfterFilterAndSort(({ data }) => order.push(`${data.name} ${data.stock}`));
  report({ order, selected: api.getSelectedRows().map(({ name }) => name) });
}
