import type { NoAnswer } from './lnurl-refusals.ts';

/** Port: asks a payee's server. */
export interface LnurlClient {
  /**
   * One GET over a connection that must not reach our own network. Never rejects: whatever the
   * other side does is an answer or says why there is none.
   */
  get(url: string, signal: AbortSignal): Promise<LnurlReply>;
}

export type LnurlReply =
  | ({ readonly kind: 'answered' } & JsonAnswer)
  | { readonly kind: 'unanswered'; readonly why: NoAnswer };

/** JSON, whatever its HTTP status: errors of LNURL come with any. */
export interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
}
