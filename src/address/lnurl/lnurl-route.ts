import type { AddressInvoiceDeps } from '../create-address-invoice.ts';
import type { LnurlAnswer } from './lnurl-answer.ts';

/** A route that wallets of strangers call, always by GET. */
export interface LnurlRoute {
  readonly path: string;
  /**
   * How a call counts against the rate limits. `look_up` only reads; too many of these calls get
   * status 429. `callback` makes an invoice; too many get status 200 with a reason, because wallets
   * show no reason with other statuses.
   */
  readonly cost: 'look_up' | 'callback';
  handle(deps: LnurlDeps, request: LnurlRequest): Promise<LnurlAnswer>;
}

export interface LnurlDeps extends AddressInvoiceDeps {
  /** The domain behind the `@` of addresses. It is configured, and never taken from a request. */
  readonly addressDomain: () => string;
  /** The public URL of the API, without a trailing slash. */
  readonly baseUrl: () => string;
}

export interface LnurlRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /**
   * The query, in which each `+` stands for itself, as in a URI (RFC 3986). In `query`, as in HTML
   * forms, it stands for a space.
   */
  readonly plusQuery: URLSearchParams;
  /** The network (a range of IP addresses) of the caller, by which calls are limited. */
  readonly network: string;
}

/** Returns the value of a query parameter; null if it is missing or occurs more than once. */
export function onlyValue(query: URLSearchParams, name: string): string | null {
  const [value, ...others] = query.getAll(name);
  return value === undefined || others.length > 0 ? null : value;
}
