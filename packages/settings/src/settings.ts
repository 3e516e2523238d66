import type { Place } from '@helve/command';
import { findSettings } from './files.ts';
import type { Layer } from './layers.ts';

/** The settings of a place, with what the user has not consented to left out. */
export interface Settings {
  /** The weakest first. */
  readonly layers: readonly Layer[];
  readonly leftOut: readonly LeftOut[];
}

/** What a project's file says that does not hold, because the user has not consented to it. */
export interface LeftOut {
  readonly file: string;
  /** In words, one for each thing. */
  readonly what: readonly string[];
}

const NONE: Settings = { layers: [], leftOut: [] };

/**
 * Reads all settings that hold in a place. What a checkout brings may restrict; all else needs the user's consent. Where
 * there are none, and that is most often so for small commands, nothing is loaded to read them.
 */
export async function readSettings(place: Pick<Place, 'cwd' | 'home'>): Promise<Settings> {
  if (findSettings(place).length === 0) return NONE;
  const { readLayers } = await import('./layers.ts');
  const layers = readLayers(place);
  if (layers.every(({ scope }) => scope === 'user')) return { layers, leftOut: [] };
  const { withoutUntrusted } = await import('./trust.ts');
  return withoutUntrusted(place.home, layers);
}
