/** Things that are refused unless the user said otherwise. */
export interface Allowances {
  /** Addresses in private ranges, and plain http beyond loopback. */
  readonly privateNetwork?: boolean;
}
