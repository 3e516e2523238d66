import type { Continuing } from '@helve/assistant';
import type { Role } from '../text/span.ts';

/** `950`, `1.2K`, `90K`, `1M`, `1.5M` */
export function count(number: number): string {
  if (number < 1_000) return String(Math.round(number));
  const thousands = number / 1_000;
  if (Math.round(thousands) < 1_000) return `${short(thousands)}K`;
  const millions = number / 1_000_000;
  return Math.round(millions) < 1_000 ? `${short(millions)}M` : `${short(number / 1_000_000_000)}B`;
}

/** `$0.0123`, `$4.50`: a conversation costs cents, a month does not. */
export function money(dollars: number): string {
  if (dollars === 0) return '$0';
  if (dollars < 0.000_05) return '<$0.0001';
  return `$${dollars.toFixed(dollars < 0.999_95 ? 4 : 2)}`;
}

/** `0.4s`, `12s`, `1m 03s`, `2h 05m` */
export function duration(milliseconds: number): string {
  if (milliseconds < 9_950) return `${(milliseconds / 1_000).toFixed(1)}s`;
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${two(seconds % 60)}s`;
  return `${Math.floor(minutes / 60)}h ${two(minutes % 60)}m`;
}

/** `just now`, `5 min ago`, `3 h ago`, `2 days ago` */
export function ago(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.floor(hours / 24);
  return `${days} ${days === 1 ? 'day' : 'days'} ago`;
}

/** `Cache: 2m, next: $0.0123 ($0.1500 without)`, or what the next request costs once the cache has expired. */
export function continueFigure({ cachedAt, expiresAt, withCache, withoutCache }: Continuing, now: number): string {
  if (now >= expiresAt) return `Cache: expired, next: ${money(withoutCache)}`;
  const minutes = Math.max(0, Math.floor((now - cachedAt) / 60_000));
  return `Cache: ${minutes}m, next: ${money(withCache)} (${money(withoutCache)} without)`;
}

/** Rounded down: what is not full is not shown as full. */
export function percent(fraction: number): string {
  return `${Math.floor(fraction * 100 + 1e-9)}%`;
}

function short(number: number): string {
  return number < 9.95 ? number.toFixed(1).replace('.0', '') : String(Math.round(number));
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

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
