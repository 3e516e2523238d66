import type { Mark, PictureFormat } from '@helve/browser/protocol';
import type { Box } from '../page-message.ts';

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
  mark(boxes: readonly (Box & { readonly handle: string; readonly name: string })[]): readonly Mark[] {
    const pen = this.#pen;
    const unit = this.#scale;
    pen.font = `bold ${LABEL_PX * unit}px sans-serif`;
    pen.textBaseline = 'top';
    pen.lineWidth = 2 * unit;
    return boxes.map(({ handle, name, ...box }, index) => {
      const [x, y] = [Math.round((box.x - this.#region.x) * unit), Math.round((box.y - this.#region.y) * unit)];
      const [width, height] = [Math.round(box.width * unit), Math.round(box.height * unit)];
      const colour = COLOURS[index % COLOURS.length] ?? '';
      pen.strokeStyle = colour;
      pen.strokeRect(x, y, width, height);
      // Above the box; below it at the upper edge, so that what is in it can be read.
      const [wide, high] = [pen.measureText(handle).width + 6 * unit, (LABEL_PX + 4) * unit];
      const left = Math.max(0, Math.min(x, this.width - wide));
      const top = y >= high ? y - high : Math.max(0, Math.min(y + height, this.height - high));
      pen.fillStyle = colour;
      pen.fillRect(left, top, wide, high);
      pen.fillStyle = '#fff';
      pen.fillText(handle, left + 3 * unit, top + 3 * unit);
      return { handle, name, x, y, width, height };
    });
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
