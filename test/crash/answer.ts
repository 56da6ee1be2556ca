/** What a caller of the service hears, in the words of the Wallet API. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}
