import type { BooksSide } from './books-side.ts';
import type { NodeSide } from './node-side.ts';
import type { Order } from './order-book.ts';
import type { TableState } from './table-state.ts';
import type { Wallet } from './wallets.ts';

/** What was so when the earlier state took the place of the database. */
export interface GoneBack {
  /** The last state of the database that was killed. */
  readonly before: TableState;
  /** The state that was put in its place. */
  readonly put: TableState;
  /** The node, after the one and before anyone reached the other. */
  readonly node: NodeSide;
}

/** What an operator found when all was quiet, before they let payments leave again. */
export interface Released {
  readonly stops: readonly string[];
  /** Whether the service said that there is something to compare. */
  readonly isDue: boolean;
  readonly differences: readonly {
    readonly kind: string;
    readonly paymentHash: string;
    readonly amountMsat: bigint;
  }[];
  readonly node: NodeSide;
  readonly books: BooksSide;
}

/** All of it, in the end. */
export interface GoneBackEvidence {
  readonly goneBack: GoneBack;
  readonly released: Released;
  readonly node: NodeSide;
  readonly books: BooksSide;
  readonly wallets: readonly Wallet[];
  readonly balancesSat: ReadonlyMap<string, number>;
  readonly localMsatAtFirst: bigint;
  readonly orders: readonly Order[];
}
