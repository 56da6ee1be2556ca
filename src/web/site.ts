/** The name that the operator gave the service, and how people reach the operator. */
export interface Site {
  readonly name: string;
  /**
   * How to reach the operator: an e-mail address, or the https address of a page; null where none
   * is set.
   */
  readonly operatorContact: string | null;
}
