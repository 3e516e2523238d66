import { report } from './report.js';

/** A board for three in a row, drawn on a canvas: nothing of it is in the document. */
const board = document.createElement('canvas');
Object.assign(board, { width: 300, height: 300, tabIndex: 0 });
board.setAttribute('aria-label', 'Board');
document.querySelector('#app').append(board);
const context = board.getContext('2d');
const marks = [];
const draw = () => {
  context.clearRect(0, 0, 300, 300);
  for (const at of [100, 200]) {
    context.fillRect(at - 1, 0, 2, 300);
    context.fillRect(0, at - 1, 300, 2);
  }
  for (const { row, column } of marks) context.fillRect(column * 100 + 30, row * 100 + 30, 40, 40);
};
board.addEventListener('pointerdown', ({ offsetX, offsetY }) => {
  marks.push({ row: Math.floor(offsetY / 100), column: Math.floor(offsetX / 100) });
  draw();
  report(marks);
});
draw();
