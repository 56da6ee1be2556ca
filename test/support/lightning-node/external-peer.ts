import type { CustomRecords } from '../../../src/lightning/custom-records.ts';

/**
 * A Lightning node that is not ours, with the calls that the contract tests need to pay it and be
 * paid by it.
 */
export interface ExternalPeer {
  readonly pubkey: string;
  readonly alias: string;
  /** Creates an invoice; 0 means without an amount. */
  createInvoice(amountMsat: bigint): Promise<string>;
  /**
   * Creates an invoice with blinded paths (bLIP 39) instead of a payment secret and route hints.
   */
  createBlindedInvoice(amountMsat: bigint): Promise<string>;
  createHeldInvoice(amountMsat: bigint, expirySec?: number): Promise<HeldInvoice>;
  /** Pays an invoice. Like the next call, it returns at the end of the payment. */
  pay(bolt11: string, amountMsat?: bigint): Promise<PeerPayment>;
  overpay(bolt11: string, amountMsat: bigint): Promise<PeerPayment>;
  keysend(order: PeerKeysend): Promise<PeerPayment>;
  /** All custom records that came with a payment, including those of the protocol. */
  receivedRecords(paymentHash: string): Promise<CustomRecords>;
  close(): Promise<void>;
}

export interface HeldInvoice {
  readonly bolt11: string;
  readonly paymentHash: string;
  /** Whether the payment has arrived and is being held. */
  isHeld(): Promise<boolean>;
  settle(): Promise<void>;
  cancel(): Promise<void>;
}

export interface PeerKeysend {
  readonly destination: string;
  readonly amountMsat: bigint;
  readonly preimage: Uint8Array;
  readonly records: CustomRecords;
}

export interface PeerPayment {
  readonly status: string;
  readonly preimage: string;
}
