import type { Allowances } from '@helve/network';
import { readDocument, userSettings } from '@helve/settings';
import { isObject } from './json.ts';

/** `network.allowPrivate` of the user's settings. */
export function readAllowances(home: string): Allowances {
  const network = readDocument(userSettings(home))?.network;
  return isObject(network) && network.allowPrivate === true ? { privateNetwork: true } : {};
}
