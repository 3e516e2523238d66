import type { Role } from '../text/span.ts';
import { count, percent } from './figures.ts';

/** Green, yellow from 70 %, red from 90 %. */
export function contextRole(used: number, limit: number): Role {
  const fraction = used / limit;
  if (fraction >= 0.9) return 'error';
  return fraction >= 0.7 ? 'warning' : 'success';
}

/** `45% (90K/200K)` */
export function contextFigure(used: number, limit: number): string {
  return `${percent(used / limit)} (${count(used)}/${count(limit)})`;
}
