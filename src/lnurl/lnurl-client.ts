import type { NoAnswer } from './lnurl-refusals.ts';

/** Port: asks the servers of payees. */
export interface LnurlClient {
  /**
   * Sends one GET over a connection that cannot reach our own network. It never rejects: the reply
   * tells what the other side did, or why there is no answer.
   */
  get(url: string, signal: AbortSignal): Promise<LnurlReply>;
}

export type LnurlReply =
  | ({ readonly kind: 'answered' } & JsonAnswer)
  | { readonly kind: 'unanswered'; readonly why: NoAnswer };

/** An answer in JSON, whatever its HTTP status, as errors of LNURL come with any. */
export interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
}
