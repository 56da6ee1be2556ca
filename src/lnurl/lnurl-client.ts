import type { NoAnswer } from './lnurl-refusals.ts';

/** Port: questions to a payee's server. */
export interface LnurlClient {
  /**
   * Sends one GET over a connection that must not reach our own network. Never rejects: the reply
   * tells what the other side did, or why there is none.
   */
  get(url: string, signal: AbortSignal): Promise<LnurlReply>;
}

export type LnurlReply =
  | ({ readonly kind: 'answered' } & JsonAnswer)
  | { readonly kind: 'unanswered'; readonly why: NoAnswer };

/** An answer in JSON, whatever its HTTP status: errors of LNURL come with any. */
export interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
}
