import type { NoAnswer } from './lnurl-refusals.ts';

/** Port: sends requests to the servers of payees. */
export interface LnurlClient {
  /**
   * Sends a GET request over a connection that cannot reach our own network. The promise never
   * rejects: the reply tells what the other side did, or why there is no answer.
   */
  get(url: string, signal: AbortSignal): Promise<LnurlReply>;
}

export type LnurlReply =
  | ({ readonly kind: 'answered' } & JsonAnswer)
  | { readonly kind: 'unanswered'; readonly why: NoAnswer };

/** An answer in JSON with any HTTP status, because errors of LNURL may come with any status. */
export interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
}
