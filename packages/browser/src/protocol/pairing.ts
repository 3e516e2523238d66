/** `POST /pair/claim`: how an extension comes by its token. */

export interface PairClaim {
  readonly code: string;
  /** One installation of the extension: when it pairs again, its earlier token is void. */
  readonly instance: string;
  /** `Chrome/156.0…` */
  readonly browser: string;
}

export interface PairGrant {
  readonly extensionToken: string;
  readonly wsUrl: string;
  readonly protocolVersion: number;
  /** Under which the browser is known from now on. */
  readonly name: string;
  readonly issuedAt: number;
  /** Which service gave it: only that one may say that the token is void. Another may have come by its port. */
  readonly service: string;
}

export type PairErrorCode =
  | 'PAIRING_CODE_INVALID'
  | 'PAIRING_CODE_EXPIRED'
  | 'PAIRING_CODE_CONSUMED'
  | 'PAIRING_RATE_LIMITED'
  | 'BAD_REQUEST'
  | 'UNAUTHORIZED';

export interface PairError {
  readonly ok: false;
  readonly error: { readonly code: PairErrorCode };
}
