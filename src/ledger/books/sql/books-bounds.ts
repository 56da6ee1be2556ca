/** How much of the books one snapshot reads. */
export interface BooksBounds {
  /** The new lines after which a step takes no further user, and the most of one account. */
  readonly stepLines: number;
  /** The lines and records after which a slice takes no further user. A user is never divided. */
  readonly sliceLines: number;
  /** The most transfers, invoices and records of a slice, of each. */
  readonly sliceTransfers: number;
}

export const BOOKS_BOUNDS: BooksBounds = {
  stepLines: 2000,
  sliceLines: 10_000,
  sliceTransfers: 5000,
};
