import type { AddressInvoiceDeps } from '../create-address-invoice.ts';
import type { LnurlAnswer } from './lnurl-answer.ts';

/** A route that strangers ask, by GET. */
export interface LnurlRoute {
  readonly path: string;
  /**
   * `look_up` reads only, and is refused by status 429 when asked too often. `callback` makes an
   * invoice, and says so with status 200, as payers see no other reason.
   */
  readonly cost: 'look_up' | 'callback';
  handle(deps: LnurlDeps, request: LnurlRequest): Promise<LnurlAnswer>;
}

export interface LnurlDeps extends AddressInvoiceDeps {
  /** The domain behind the `@`: configured, and never taken from a request. */
  readonly addressDomain: () => string;
  /** Public URL of the API, without a slash at its end. */
  readonly baseUrl: () => string;
}

export interface LnurlRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The query with `+` as itself, as in a URI (RFC 3986). Forms write it for a space. */
  readonly plusQuery: URLSearchParams;
  /** The network of the caller, as it counts for limits. */
  readonly network: string;
}

/** The only value of a parameter; null when it is missing or comes more than once. */
export function onlyValue(query: URLSearchParams, name: string): string | null {
  const [value, ...others] = query.getAll(name);
  return value === undefined || others.length > 0 ? null : value;
}
