import { publicRoomSat } from '../authorization/user-limits.ts';
import { type Sat, sat } from '../base/amount.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { hexOfNpub } from '../nostr/npub.ts';
import type { ReceiptKeys } from '../nostr/receipt-keys.ts';
import { readAskedName } from './address-name.ts';
import type { AddressNameStore, Payee } from './address-name-store.ts';
import { payRequestMetadata } from './pay-request.ts';

export interface PayRequestDeps {
  readonly addressNames: Pick<AddressNameStore, 'findPayee'>;
  readonly receiptKeys: Pick<ReceiptKeys, 'publicKeyOf'>;
  readonly config: { readonly amountMaxSat: Sat };
}

/** What a payer is told before they choose an amount (LUD-06). */
export interface PayRequest {
  readonly payee: Payee;
  /** The name that was asked for, with its tag, in the form for URL paths. */
  readonly pathName: string;
  readonly minSat: Sat;
  readonly maxSat: Sat;
  /** The LNURL metadata as JSON text. Each invoice commits to the hash of exactly these bytes. */
  readonly metadata: string;
  /** Nostr keys for zaps; null if the payee accepts no zaps. */
  readonly zapKeys: ZapKeys | null;
}

/** The public Nostr keys that a zap involves: X-only, in hex. */
export interface ZapKeys {
  readonly payee: string;
  /** The public key that signs the zap receipts of this payee. */
  readonly receiptKey: string;
}

export type PayRequestRefusal =
  | { readonly kind: 'payee_not_found' }
  /** The payee's wallet holds as much as its limit allows, so it can receive nothing. */
  | { readonly kind: 'payee_full' };

const MIN_SAT = sat(1n);
/**
 * The largest amount that can be stated: LNURL states amounts as JSON numbers of millisatoshi,
 * which are exact up to 2^53 (RFC 8259, 6).
 */
const MAX_EXACT_SAT = sat(2n ** 53n / 1000n);

/**
 * Describes how a name can be paid. Nothing is written to the database, because wallets ask for
 * this description of every name that they show.
 */
export async function describePayRequest(
  { addressNames, receiptKeys, config: { amountMaxSat } }: PayRequestDeps,
  askedName: string,
  domain: string,
): Promise<Result<PayRequest, PayRequestRefusal>> {
  const asked = readAskedName(askedName);
  const payee = asked === null ? null : await addressNames.findPayee(asked.name);
  if (asked === null || payee === null) return refuse({ kind: 'payee_not_found' });
  const maxSat = mostSat(amountMaxSat, payee.roomSat);
  if (maxSat < MIN_SAT) return refuse({ kind: 'payee_full' });
  const { name, tag } = asked;
  return accept({
    payee,
    pathName: tag === null ? name : `${name}+${tag}`,
    minSat: MIN_SAT,
    maxSat,
    metadata: payRequestMetadata(asked, domain, payee.displayName),
    zapKeys: zapKeysOf(payee, receiptKeys),
  });
}

/**
 * The largest amount that the payee can receive, so that a payer is offered no amount that would be
 * refused later.
 */
function mostSat(amountMaxSat: Sat, room: Sat | null): Sat {
  const most = amountMaxSat < MAX_EXACT_SAT ? amountMaxSat : MAX_EXACT_SAT;
  return room === null || room >= most ? most : publicRoomSat(room);
}

function zapKeysOf(
  { userId, nostrPubkey, takesZaps }: Payee,
  receiptKeys: PayRequestDeps['receiptKeys'],
): ZapKeys | null {
  const payee = nostrPubkey === null || !takesZaps ? null : hexOfNpub(nostrPubkey);
  return payee === null ? null : { payee, receiptKey: receiptKeys.publicKeyOf(userId) };
}
