/** Access that a confined program lacked, as far as its failure shows it. */
export type Need =
  /** The network: one host, or any. */
  | { readonly kind: 'network'; readonly host?: string | undefined }
  /** A file or folder outside the writable ones, or a guarded one. */
  | { readonly kind: 'write'; readonly path: string; readonly guarded?: true | undefined }
  /** A unix socket of the outside, such as that of Docker. */
  | { readonly kind: 'socket'; readonly path: string }
  /** Something that only the outside has, such as a keyring: `what` names it. */
  | { readonly kind: 'outside'; readonly what: string };
