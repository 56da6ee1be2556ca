/** Port: whom a user has paid before. */
export interface PaidPayees {
  /**
   * Whether no payment of the user has reached this payee before: the key of a node, or the id of a
   * user of this service. False also where there are too many payments to look through.
   */
  isFirst(userId: string, payeeId: string): Promise<boolean>;
}
