import type { Mark, PictureFormat } from '@helve/browser/protocol';
import type { Box } from '../../page-message.ts';
import { labelSpot } from './label-spot.ts';

const COLOURS = ['#d81b60', '#1e66d0', '#00796b', '#8e24aa', '#bf5a00', '#2e7d32'];
const LABEL_PX = 12;

/** Pictures of parts of a page, put together to one of a region of it. */
export class Canvas {
  readonly #canvas: OffscreenCanvas;
  readonly #pen: OffscreenCanvasRenderingContext2D;
  readonly #region: Box;
  readonly #scale: number;

  constructor(region: Box, scale: number) {
    this.#region = region;
    this.#scale = scale;
    const size = (length: number) => Math.max(1, Math.round(length * scale));
    this.#canvas = new OffscreenCanvas(size(region.width), size(region.height));
    const pen = this.#canvas.getContext('2d');
    if (!pen) throw new Error('The browser gives no canvas');
    this.#pen = pen;
  }

  get width(): number {
    return this.#canvas.width;
  }

  get height(): number {
    return this.#canvas.height;
  }

  /** What was seen of the page from there on. */
  draw(bitmap: ImageBitmap, seen: Pick<Box, 'x' | 'y'>): void {
    const { x, y } = this.#region;
    this.#pen.drawImage(bitmap, Math.round((seen.x - x) * this.#scale), Math.round((seen.y - y) * this.#scale));
  }

  /** Draws a box with its handle around each. */
  mark(boxes: readonly (Box & { readonly handle: string; readonly name: string })[]): Mark[] {
    const pen = this.#pen;
    const unit = this.#scale;
    pen.font = `bold ${LABEL_PX * unit}px sans-serif`;
    pen.textBaseline = 'top';
    pen.lineWidth = 2 * unit;
    const marks = boxes.map(({ handle, name, ...box }): Mark => {
      const [x, y] = [Math.round((box.x - this.#region.x) * unit), Math.round((box.y - this.#region.y) * unit)];
      return { handle, name, x, y, width: Math.round(box.width * unit), height: Math.round(box.height * unit) };
    });
    const labels: Box[] = [];
    for (const [index, mark] of marks.entries()) {
      const colour = COLOURS[index % COLOURS.length] ?? '';
      pen.strokeStyle = colour;
      pen.strokeRect(mark.x, mark.y, mark.width, mark.height);
      const size = { width: pen.measureText(mark.handle).width + 6 * unit, height: (LABEL_PX + 4) * unit };
      const label = labelSpot(mark, size, { width: this.width, height: this.height }, marks, labels);
      labels.push(label);
      pen.fillStyle = colour;
      pen.fillRect(label.x, label.y, label.width, label.height);
      pen.fillStyle = '#fff';
      pen.fillText(mark.handle, label.x + 3 * unit, label.y + 3 * unit);
    }
    return marks;
  }

  async encode(format: PictureFormat): Promise<string> {
    const blob = await this.#canvas.convertToBlob({ type: `image/${format}`, quality: 0.85 });
    return base64(new Uint8Array(await blob.arrayBuffer()));
  }
}

const CHUNK = 32_768;

function base64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary);
}
