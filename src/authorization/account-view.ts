/** A user with figures about their wallet, which can be read in the same query as a token. */
export interface AccountView {
  /**
   * The identifier of the user, 20 letters and digits. Keysends to the user carry it in custom
   * record 696969.
   */
  readonly identifier: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly avatar: string | null;
  readonly nostrPubkey: string | null;
  /** The number of the user's settled incoming payments, including keysends. */
  readonly invoicesCount: number;
  /** The number of the user's settled outgoing payments. */
  readonly transactionsCount: number;
  /**
   * The number of settled incoming payments that carry a boostagram (a message of a podcast app).
   */
  readonly boostagramsCount: number;
  readonly lastInvoiceAt: Date | null;
}
