import type { CustomRecords } from '../../../src/lightning/custom-records.ts';

/** A Lightning node that is not ours: what the contract suite needs to pay it and be paid by it. */
export interface ExternalPeer {
  readonly pubkey: string;
  readonly alias: string;
  /** 0 makes an invoice without an amount. */
  createInvoice(amountMsat: bigint): Promise<string>;
  /** With blinded paths (bLIP 39) in place of payment secret and route hints. */
  createBlindedInvoice(amountMsat: bigint): Promise<string>;
  createHeldInvoice(amountMsat: bigint, expirySec?: number): Promise<HeldInvoice>;
  /** Each of these answers at the end of the payment. */
  pay(bolt11: string, amountMsat?: bigint): Promise<PeerPayment>;
  overpay(bolt11: string, amountMsat: bigint): Promise<PeerPayment>;
  keysend(order: PeerKeysend): Promise<PeerPayment>;
  /** All custom records that came with a payment, those of the protocol included. */
  receivedRecords(paymentHash: string): Promise<CustomRecords>;
  close(): Promise<void>;
}

export interface HeldInvoice {
  readonly bolt11: string;
  readonly paymentHash: string;
  /** Whether the payment has arrived and waits for the decision. */
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
