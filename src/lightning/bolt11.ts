import type { Msat } from '../base/amount.ts';

/** A BOLT 11 invoice as plain data. Hex is in lower case. BOLT 11 explains every field. */
export interface Bolt11 {
  readonly network: Network;
  /** The amount; null when the payer chooses it. */
  readonly amountMsat: Msat | null;
  readonly timestampSec: number;
  readonly paymentHash: string;
  /**
   * The payment secret; null where the invoice has none. An invoice with blinded paths carries the
   * secret inside them. Any other invoice without a secret is decoded and shown, but never paid:
   * see bolt11-payable.ts.
   */
  readonly paymentSecret: string | null;
  /** The description; null where the invoice has a description hash instead. */
  readonly description: string | null;
  readonly descriptionHash: string | null;
  /** Public key of the payee's node, from field `n` or recovered from the signature. */
  readonly payee: string;
  /** The expiry; 3600 when the invoice has no field `x`. */
  readonly expirySec: number;
  /** The final CLTV delta in blocks; 18 when the invoice has no field `c`. */
  readonly minFinalCltvExpiry: number;
  readonly routeHints: readonly (readonly RouteHintHop[])[];
  /** Blinded paths (bLIP 39), which replace route hints and payment secret. */
  readonly blindedPaths: readonly BlindedPath[];
  readonly fallbackAddresses: readonly FallbackAddress[];
  /** Numbers of the feature bits that are set in field `9`, ascending. */
  readonly featureBits: readonly number[];
  /**
   * Required feature bits that this program does not know. An invoice that has any is decoded and
   * shown, but never paid.
   */
  readonly unknownRequiredFeatureBits: readonly number[];
  /**
   * A sentence about a rule that the invoice's fields break; null when they break none. An invoice
   * that breaks one is shown, but never paid.
   */
  readonly brokenRule: string | null;
  /**
   * Payment metadata of field `m` in hex, which the payer sends back to the payee with the payment;
   * null where the invoice has none.
   */
  readonly metadata: string | null;
}

/** A network. Invoices name it by the prefixes bc, tb, tbs and bcrt. */
export type Network = 'bitcoin' | 'testnet' | 'signet' | 'regtest';

export interface RouteHintHop {
  readonly pubkey: string;
  /**
   * The channel as a number of 8 bytes: block height (3 bytes), transaction index (3), output index
   * (2).
   */
  readonly shortChannelId: bigint;
  readonly feeBaseMsat: number;
  readonly feeProportionalMillionths: number;
  readonly cltvExpiryDelta: number;
}

/**
 * A blinded path, which leads to a payee without revealing the payee's node. bLIP 39 lists the
 * fields; BOLT 4 explains them.
 */
export interface BlindedPath {
  /** The fee that all hops charge together. */
  readonly feeBaseMsat: number;
  readonly feeProportionalMillionths: number;
  /** The CLTV delta of all hops together, including the payee's final one. */
  readonly cltvExpiryDelta: number;
  readonly htlcMinimumMsat: bigint;
  readonly htlcMaximumMsat: bigint;
  /** The feature vector of the path in hex; often empty. */
  readonly features: string;
  /**
   * The public key that is given to the first node of the path. Each hop derives its own from it.
   */
  readonly blindingPoint: string;
  /**
   * The hops of the path. The first one is the introduction node under its real key; the keys of
   * all others are blinded.
   */
  readonly hops: readonly BlindedHop[];
}

export interface BlindedHop {
  readonly pubkey: string;
  /** Data in hex that only this hop can read. */
  readonly encryptedData: string;
}

export interface FallbackAddress {
  /** The kind of address: 0 to 16 is a witness version, 17 is P2PKH, 18 is P2SH. */
  readonly version: number;
  readonly programHex: string;
}

/** The refusal of a text that is not a valid invoice; `detail` is a sentence for people. */
export type Bolt11Refusal = { readonly kind: 'bad_bolt11'; readonly detail: string };
