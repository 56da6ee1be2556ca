import type { AddressInvoiceDeps } from '../create-address-invoice.ts';
import type { LnurlAnswer } from './lnurl-answer.ts';

/** A route that strangers call, always by GET. */
export interface LnurlRoute {
  readonly path: string;
  /**
   * What a call costs. `look_up` only reads, and is refused by status 429 when asked too often.
   * `callback` makes an invoice, and is refused with status 200, as payers see no other reason.
   */
  readonly cost: 'look_up' | 'callback';
  handle(deps: LnurlDeps, request: LnurlRequest): Promise<LnurlAnswer>;
}

export interface LnurlDeps extends AddressInvoiceDeps {
  /** The domain behind the `@` of addresses, which is configured and never taken from a request. */
  readonly addressDomain: () => string;
  /** Public URL of the API, without a slash at its end. */
  readonly baseUrl: () => string;
}

export interface LnurlRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The query with each `+` read as itself, as in a URI (RFC 3986): forms write a space as `+`. */
  readonly plusQuery: URLSearchParams;
  /** The network of the caller, in which its calls are counted. */
  readonly network: string;
}

/** The only value of a parameter; null when it is missing or comes more than once. */
export function onlyValue(query: URLSearchParams, name: string): string | null {
  const [value, ...others] = query.getAll(name);
  return value === undefined || others.length > 0 ? null : value;
}
