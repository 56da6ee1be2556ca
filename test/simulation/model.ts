import type { Sat } from '../../src/base/amount.ts';
import { BugError } from '../../src/base/assert.ts';
import type { Invoice } from '../../src/ledger/invoice.ts';
import type { PaymentState } from '../../src/ledger/payment-state.ts';
import type { IncomingPayment } from '../../src/lightning/node-port.ts';
import type { BatchAnswer } from '../../src/payments/answer-batch.ts';
import type { ApprovalState } from '../../src/payments/approval.ts';
import type { PayAnswer } from '../../src/payments/await-outcome.ts';
import { type AppModel, newAppModel } from './app-model.ts';
import type { OutflowWorld } from './outflow/outflow-world.ts';
import type { KeysendItem, Person } from './person.ts';

/**
 * What happened outside of the books: who ordered what and heard what, what arrived at the node and
 * what it was handed. The books are judged by it.
 */
export interface Model extends AppModel {
  readonly people: Person[];
  readonly orders: Order[];
  /** Invoices of the service that someone has heard of. */
  readonly invoices: Invoice[];
  readonly bills: ExternalBill[];
  /** Invoices of addresses that a stranger has heard of. */
  readonly asked: AskedInvoice[];
  /** Invoices of addresses whose payment the node holds until all else has happened. */
  readonly heldLong: AskedInvoice[];
  /** Address names that someone has had. */
  readonly names: string[];
  readonly arrivals: Arrival[];
  /** How often processes handed a hash to the node. */
  readonly handedOver: Map<string, number>;
  /** By grant, the most that a budget which changes on the way can have used. */
  readonly budgetBounds: Map<string, bigint>;
  /** By grant, the amount above which it has to ask; empty where no one wants to be asked. */
  readonly asks: Map<string, Sat>;
  /** What owners heard of approvals that they have decided. */
  readonly verdicts: { readonly approvalId: string; readonly state: ApprovalState }[];
  /** The states of approvals at the last look. */
  readonly lastVerdicts: Map<string, ApprovalState>;
  /** The states of payments at the last look. */
  readonly lastStates: Map<string, PaymentState>;
  /** Owners of address names at the last look. */
  readonly lastOwners: Map<string, string>;
  keysendsCount: number;
  /** Errors that no fault of the world explains. */
  readonly bugs: unknown[];
  /** The node was not itself for a while. */
  wasReplaced: boolean;
  /** Others pay from the node too. */
  readonly isNodeShared: boolean;
  /** Done once, as soon as the database has reserved a payment. */
  onNextReserve: (() => void) | null;
  /** Null while the database has lost nothing. */
  goneBack: GoneBack | null;
  /** An operator has stopped what leaves over the node. */
  isStopped: boolean;
  /** Limits on what leaves, and what they let through; null where no one sets any. */
  readonly outflow: OutflowWorld | null;
  /** Nothing new happens any more. */
  isQuiet: boolean;
  /** What the service did and must never do, seen as it happened. */
  readonly violations: string[];
}

/** The database went back to an earlier state. */
export interface GoneBack {
  readonly at: Date;
  /** Hashes of payments that the node had and the database then had not sent. */
  readonly lost: readonly string[];
  /** By id, the hashes of payments that an old primary let leave afterwards. */
  readonly begunApart: Map<string, string>;
  /** A person has let payments leave again. */
  isReleased: boolean;
}

/** An invoice that a stranger got for an address. */
export interface AskedInvoice {
  readonly name: string;
  readonly bolt11: string;
  readonly paymentHash: string;
  readonly verifyId: string;
  readonly network: string;
  readonly userId: string;
  readonly amountMsat: bigint;
  readonly expiresAt: Date;
}

export interface ExternalBill {
  readonly bolt11: string;
  readonly paymentHash: string;
  /** Null: the payer chooses. */
  readonly amountMsat: bigint | null;
}

/** Money that arrived at the node. */
export interface Arrival {
  readonly payment: IncomingPayment;
  readonly for: ArrivalTarget;
}

export type ArrivalTarget =
  | { readonly kind: 'user'; readonly userId: string }
  | { readonly kind: 'unclaimed' }
  /** An invoice that the operator created directly. */
  | { readonly kind: 'operator' };

/** An order to pay. Those that repeat one another under the same key are one order. */
export interface Order {
  readonly number: number;
  readonly person: Person;
  readonly key: string | null;
  readonly what: Ordered;
  /** All answers to all calls, in time. */
  readonly answers: Heard[];
}

export type Ordered =
  | {
      readonly kind: 'bill';
      readonly bolt11: string;
      readonly paymentHash: string;
      /** For a bill without an amount. */
      readonly amountMsat: bigint | null;
    }
  /** Each with an amount that no other has, so that its payment is told by it. */
  | { readonly kind: 'keysend'; readonly item: KeysendItem }
  | { readonly kind: 'batch'; readonly items: readonly KeysendItem[] };

export type Heard =
  | { readonly kind: 'one'; readonly answer: PayAnswer }
  | { readonly kind: 'many'; readonly answers: BatchAnswer }
  | { readonly kind: 'refused_batch' }
  | { readonly kind: 'fault'; readonly error: unknown };

/** Faults of the world are expected; a broken assertion, or a plain error of JavaScript, is not. */
export function noteBug({ bugs }: Model, error: unknown): void {
  if (error instanceof BugError || error instanceof TypeError) bugs.push(error);
}

export const newModel = (isNodeShared: boolean, outflow: OutflowWorld | null): Model => ({
  ...newAppModel(),
  people: [],
  orders: [],
  invoices: [],
  bills: [],
  asked: [],
  heldLong: [],
  names: [],
  arrivals: [],
  handedOver: new Map(),
  budgetBounds: new Map(),
  asks: new Map(),
  verdicts: [],
  lastVerdicts: new Map(),
  lastStates: new Map(),
  lastOwners: new Map(),
  keysendsCount: 0,
  bugs: [],
  wasReplaced: false,
  isNodeShared,
  onNextReserve: null,
  goneBack: null,
  isStopped: false,
  outflow,
  isQuiet: false,
  violations: [],
});
