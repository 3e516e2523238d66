import * as v from 'valibot';

/** The kinds of action that rules name. */
export const KINDS = ['read', 'act', 'fill', 'navigate', 'download', 'upload', 'storage'] as const;

export type Kind = (typeof KINDS)[number];

/** Actions that are paced together. */
export type Bucket = 'navigate' | 'scroll' | 'click' | 'fill';

interface Traits {
  /** Null: it touches no page, so no rule applies. */
  readonly kind: Kind | null;
  /** Whether it may change something: such a request never runs twice. */
  readonly destructive: boolean;
  readonly bucket?: Bucket;
}

/**
 * Declares an action of the extension: its params and its result. The command's output, the check of a request in the
 * extension, the check of its answer in the service, and the types on both sides all come from here.
 */
// @__NO_SIDE_EFFECTS__
export function defineAction<Params extends v.ObjectEntries, Data extends v.ObjectEntries>(
  traits: Traits,
  params: Params,
  data: Data,
) {
  const { kind, destructive, bucket } = traits;
  return { kind, destructive, bucket, params: v.object(params), data: v.object(data) };
}

export const READ: Traits = { kind: 'read', destructive: false };
