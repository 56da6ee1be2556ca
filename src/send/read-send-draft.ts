import type { AddressNameStore } from '../address/address-name-store.ts';
import { WEB_GRANT } from '../authorization/caller.ts';
import { isLikeAddress } from '../authorization/name.ts';
import { type Custody, leftToSend, spendableSat } from '../authorization/user-limits.ts';
import { debitSat, type Msat, type Sat, sat, satToMsat } from '../base/amount.ts';
import { assert } from '../base/assert.ts';
import type { ContactStore, NamedContact } from '../contacts/contact-store.ts';
import type { AliasCache } from '../invoices/alias-cache.ts';
import type { FoundInvoice, InvoiceStore } from '../invoices/invoice-store.ts';
import type { Payment } from '../ledger/payment.ts';
import type { WalletStore } from '../ledger/wallet-store.ts';
import type { Bolt11 } from '../lightning/bolt11.ts';
import { decodeBolt11 } from '../lightning/bolt11-decode.ts';
import { normalizeBolt11 } from '../lightning/bolt11-prefix.ts';
import type { Withdrawal, WithdrawalSpeed } from '../onchain/withdrawal.ts';
import type { WithdrawalStore } from '../onchain/withdrawal-store.ts';
import { choosePaymentAmount } from '../payments/check-payment-amount.ts';
import { feeReserveSat, maxSendSat } from '../payments/fee-reserve.ts';
import type { PaymentView } from '../payments/payment-store.ts';
import type { UserStore } from '../users/user-store.ts';
import { isTooOld } from './choose-draft-amount.ts';
import { hasExpired } from './parse-destination.ts';
import { findPaymentOf, findWithdrawalOf, type PayDraftDeps } from './pay-draft.ts';
import type {
  PreparedInvoice,
  PreparedKeysend,
  PreparedPayment,
  PreparedWithdrawal,
} from './prepare-payment.ts';
import { hasSpeeds, onlyKeyOf, payeeTextOf, type SendTarget } from './send-target.ts';
import type { SendDraft } from './stores/send-draft-store.ts';

export interface ReadSendDraftDeps extends PayDraftDeps, ReadWalletDeps {
  readonly wallets: WalletStore;
  readonly invoices: Pick<InvoiceStore, 'findInvoiceByHash'>;
  readonly aliases: AliasCache;
  readonly contacts: Pick<ContactStore, 'findByTargets'>;
}

/** The progress of a draft. */
export type SendDraftView =
  | { readonly kind: 'choose'; readonly target: SendTarget; readonly most: MostToSend }
  | { readonly kind: 'review'; readonly review: SendReview }
  | { readonly kind: 'payment'; readonly payment: Payment; readonly payee: SendPayee }
  /** Bitcoin to an address, which has a page among the records of Activity. */
  | { readonly kind: 'withdrawal'; readonly withdrawal: Withdrawal }
  /** The draft waited too long for its payment. */
  | { readonly kind: 'too_old' };

export interface MostToSend {
  readonly spendableSat: Sat;
  /**
   * The most that can be sent, as the reserve for fees has to fit beside it; never more than the
   * target takes.
   */
  readonly mostSat: Sat;
  /**
   * The sum that may still be sent today (UTC), where that is less than what is spendable; else
   * null.
   */
  readonly leftDaySat: Sat | null;
  /** Whether payments such as this one are stopped. */
  readonly isStopped: boolean;
}

export type SendPayee =
  /** A lightning address or a domain, as the payer chose it. */
  | {
      readonly kind: 'named';
      readonly name: string;
      readonly here: WalletHere | null;
      /** The payer's own name for this payee; null where they keep none. */
      readonly contact: NamedContact | null;
    }
  | { readonly kind: 'here'; readonly here: WalletHere }
  /** A bitcoin address, and whose it is where that is someone here. */
  | { readonly kind: 'chain'; readonly address: string; readonly here: WalletHere | null }
  | {
      readonly kind: 'node';
      readonly alias: string | null;
      readonly pubkey: string;
      /**
       * The contact; null also where an invoice is paid: the node may make invoices for many
       * people.
       */
      readonly contact: NamedContact | null;
    };

export function contactOf(payee: SendPayee | null): NamedContact | null {
  switch (payee?.kind) {
    case 'named':
    case 'node':
      return payee.contact;
    default:
      return null;
  }
}

/** Another wallet of this service, or one's own. */
export interface WalletHere {
  /** The name that its owner goes by. */
  readonly name: string | null;
  /** The owner's present lightning address; null where they have none, and for one's own wallet. */
  readonly address: string | null;
  readonly isOwn: boolean;
}

export interface SendReview {
  readonly payee: SendPayee;
  /** The amount that the payee gets. */
  readonly amountMsat: Msat;
  /** The amount that leaves the wallet for it, with every started sat. */
  readonly amountSat: Sat;
  /** The highest fee; null: there is no fee. */
  readonly maxFeeSat: Sat | null;
  /** What bitcoin to an address will cost by and large, and its speed; null for all else. */
  readonly chain: { readonly aboutSat: Sat; readonly speed: WithdrawalSpeed } | null;
  readonly description: string | null;
  readonly comment: string | null;
  /** The end of the invoice; null for a payment without one. */
  readonly expiresAt: Date | null;
  readonly spendableSat: Sat;
  readonly isHashConfirmed: boolean;
  /** The reason why the draft cannot be paid; null where it can. */
  readonly obstacle: SendObstacle | null;
  /** The sum that may still be sent today (UTC); null without a limit. */
  readonly leftDaySat: Sat | null;
}

export type SendObstacle =
  | 'paid_before'
  | 'being_paid'
  | 'paid_by_others'
  | 'not_our_invoice'
  | 'invoice_expired'
  | 'above_balance'
  | 'above_day'
  | 'stopped';

/** Reads everything that the page of a draft shows. */
export async function readSendDraft(
  deps: ReadSendDraftDeps,
  draft: SendDraft,
): Promise<SendDraftView> {
  const payment = await findPaymentOf(deps, draft);
  if (payment !== null) {
    const payee = await readPayee(deps, draft, await payeeFactsOf(deps, payment));
    return { kind: 'payment', payment, payee };
  }
  const withdrawal = await findWithdrawalOf(deps, draft);
  if (withdrawal !== null) return { kind: 'withdrawal', withdrawal };
  if (isTooOld(deps, draft)) return { kind: 'too_old' };
  if (draft.prepared === null) {
    const most = await readMostToSend(deps, draft);
    return { kind: 'choose', target: draft.target, most };
  }
  return { kind: 'review', review: await readReview(deps, draft, draft.prepared) };
}

async function readReview(
  deps: ReadSendDraftDeps,
  draft: SendDraft,
  prepared: PreparedPayment,
): Promise<SendReview> {
  switch (prepared.kind) {
    case 'bolt11':
      return await readInvoiceReview(deps, draft, prepared);
    case 'keysend':
      return await readKeysendReview(deps, draft, prepared);
    case 'onchain':
      return await readWithdrawalReview(deps, draft, prepared);
  }
}

export async function readMostToSend(
  deps: ReadSendDraftDeps,
  { userId, target }: Pick<SendDraft, 'userId' | 'target'>,
): Promise<MostToSend> {
  const custody = await readCustody(deps, userId);
  const spendable = spendableSat(custody);
  const leftSat = leftToSend(custody);
  const leftDaySat = leftSat !== null && leftSat < spendable ? leftSat : null;
  const bound = leftDaySat ?? spendable;
  const isInside = isHere(deps, target);
  // What a block asks for is known only once there is an amount.
  const most = isInside || hasSpeeds(target) ? bound : maxSendSat(bound, deps.config);
  return {
    spendableSat: spendable,
    mostSat: most < target.maxSat ? most : target.maxSat,
    leftDaySat,
    isStopped: !isInside && deps.paymentStop.stopReason() !== null,
  };
}

async function readCustody(
  { wallets, clock }: ReadSendDraftDeps,
  userId: string,
): Promise<Custody> {
  const custody = await wallets.readCustody(userId, clock.now());
  assert(custody !== null, 'every user has a wallet');
  return custody;
}

/** Whether a payment stays within this service, where there are no fees. */
function isHere({ node }: ReadSendDraftDeps, { source }: SendTarget): boolean {
  switch (source.kind) {
    case 'invoice':
      return decodeStored(source.bolt11).payee === node.pubkey;
    case 'own':
      return true;
    case 'chain':
      return source.isHere;
    case 'node':
    case 'lnurl':
      return false;
  }
}

async function readInvoiceReview(
  deps: ReadSendDraftDeps,
  draft: SendDraft,
  invoice: PreparedInvoice,
): Promise<SendReview> {
  const decoded = decodeStored(invoice.bolt11);
  const view = await deps.payments.readForPayment({
    userId: draft.userId,
    grantId: WEB_GRANT,
    paymentHash: decoded.paymentHash,
    payeeIdentifier: null,
    idempotencyKey: null,
  });
  const chosen = choosePaymentAmount(decoded.amountMsat, invoice.amountMsat);
  assert(chosen.ok, 'a prepared invoice has an amount');
  const amountMsat = chosen.value;
  const isInside = decoded.payee === deps.node.pubkey;
  const maxFeeSat = isInside ? null : feeReserveSat(amountMsat, deps.config);
  const facts = { pubkey: decoded.payee, found: isInside ? view.invoice : null };
  const leftDaySat = leftToSend(await readCustody(deps, draft.userId));
  return {
    payee: await readPayee(deps, draft, facts),
    amountMsat,
    amountSat: debitSat(amountMsat),
    maxFeeSat,
    chain: null,
    description: decoded.description ?? purposeOf(draft.target),
    comment: invoice.sentTo?.comment ?? null,
    expiresAt: new Date((decoded.timestampSec + decoded.expirySec) * 1000),
    spendableSat: view.balanceSat,
    isHashConfirmed: invoice.isHashConfirmed,
    obstacle: findObstacle(deps, { decoded, view, amountMsat, maxFeeSat, leftDaySat }),
    leftDaySat,
  };
}

/**
 * The purpose of a payment. The text of an address here is the name of the payee, which is shown
 * anyway.
 */
function purposeOf({ source, text }: SendTarget): string | null {
  switch (source.kind) {
    case 'own':
      return null;
    case 'invoice':
    case 'node':
    case 'lnurl':
    case 'chain':
      return text;
  }
}

/**
 * Reads the review of a keysend: without an invoice, nothing expires, and nothing could have been
 * paid before.
 */
async function readKeysendReview(
  deps: ReadSendDraftDeps,
  draft: SendDraft,
  { amountMsat, destination, isHashConfirmed, sentTo }: PreparedKeysend,
): Promise<SendReview> {
  const custody = await readCustody(deps, draft.userId);
  const maxFeeSat = feeReserveSat(amountMsat, deps.config);
  const leftDaySat = leftToSend(custody);
  const spendable = spendableSat(custody);
  return {
    payee: await readPayee(deps, draft, { pubkey: destination, found: null }),
    amountMsat,
    amountSat: debitSat(amountMsat),
    maxFeeSat,
    chain: null,
    description: null,
    comment: sentTo?.comment ?? null,
    expiresAt: null,
    spendableSat: spendable,
    isHashConfirmed,
    obstacle: obstacleTo(deps, {
      amountMsat,
      maxFeeSat,
      leftDaySat,
      spendableSat: spendable,
    }),
    leftDaySat,
  };
}

/** Reads the review of bitcoin to an address, with the fee that its payer was told. */
async function readWithdrawalReview(
  deps: ReadSendDraftDeps,
  { userId, target }: SendDraft,
  { address, amountSat, fee, speed }: PreparedWithdrawal,
): Promise<SendReview> {
  const custody = await readCustody(deps, userId);
  const amountMsat = satToMsat(amountSat);
  const maxFeeSat = fee?.mostSat ?? null;
  const bounds = { leftDaySat: leftToSend(custody), spendableSat: spendableSat(custody) };
  return {
    payee: await readAddressee(deps, userId, address),
    amountMsat,
    amountSat,
    maxFeeSat,
    chain: fee && { aboutSat: fee.aboutSat, speed },
    description: purposeOf(target),
    comment: null,
    expiresAt: null,
    isHashConfirmed: true,
    obstacle: obstacleTo(deps, { amountMsat, maxFeeSat, ...bounds }),
    ...bounds,
  };
}

/** Reads whose bitcoin address it is, as far as users of this service are told. */
export async function readAddressee(
  deps: ReadWalletDeps & { readonly withdrawals: Pick<WithdrawalStore, 'findOwner'> },
  userId: string,
  address: string,
): Promise<SendPayee> {
  const owner = await deps.withdrawals.findOwner(address);
  const isOwn = owner?.userId === userId;
  // People who guess an address are not told whose it is.
  const here = owner === null ? null : { name: null, address: null, isOwn };
  return { kind: 'chain', address, here };
}

interface Judged {
  readonly decoded: Bolt11;
  readonly view: PaymentView;
  readonly amountMsat: Msat;
  readonly maxFeeSat: Sat | null;
  readonly leftDaySat: Sat | null;
}

function findObstacle(
  deps: ReadSendDraftDeps,
  { decoded, view, amountMsat, maxFeeSat, leftDaySat }: Judged,
): SendObstacle | null {
  if (view.payment !== null) {
    return view.payment.state === 'settled' ? 'paid_before' : 'being_paid';
  }
  if (maxFeeSat === null && view.invoice === null) return 'not_our_invoice';
  if (maxFeeSat === null && (view.invoice?.receiptsCount ?? 0) > 0) return 'paid_by_others';
  if (hasExpired(decoded, deps.clock.now())) return 'invoice_expired';
  return obstacleTo(deps, { amountMsat, maxFeeSat, leftDaySat, spendableSat: view.balanceSat });
}

/** Finds what keeps any payment from being made. */
function obstacleTo(
  { paymentStop }: ReadSendDraftDeps,
  review: Pick<SendReview, 'amountMsat' | 'maxFeeSat' | 'leftDaySat' | 'spendableSat'>,
): SendObstacle | null {
  const { amountMsat, maxFeeSat, leftDaySat } = review;
  if (maxFeeSat !== null && paymentStop.stopReason() !== null) return 'stopped';
  const needed = sat(debitSat(amountMsat) + (maxFeeSat ?? 0n));
  if (needed > review.spendableSat) return 'above_balance';
  return leftDaySat !== null && needed > leftDaySat ? 'above_day' : null;
}

interface PayeeFacts {
  readonly pubkey: string;
  /** The invoice of this service that is paid. */
  readonly found: FoundInvoice | null;
}

async function payeeFactsOf(
  { invoices }: ReadSendDraftDeps,
  { destination: pubkey, path, paymentHash }: Payment,
): Promise<PayeeFacts> {
  switch (path) {
    case 'internal':
      return { pubkey, found: await invoices.findInvoiceByHash(paymentHash) };
    case 'node':
      return { pubkey, found: null };
  }
}

async function readPayee(
  deps: ReadSendDraftDeps,
  { userId, target }: SendDraft,
  { pubkey, found }: PayeeFacts,
): Promise<SendPayee> {
  const here = found === null ? null : await readWallet(deps, userId, found.invoice.userId);
  const contact = await findContactOf(deps, userId, payeeTextOf(target));
  if (target.payee !== null && onlyKeyOf(target.source) === null) {
    return { kind: 'named', name: target.payee, here, contact };
  }
  if (here !== null) return { kind: 'here', here };
  return await readNode(deps, pubkey, contact);
}

/** Reads a node. One that calls itself by a name like an address goes without a name. */
export async function readNode(
  { aliases }: Pick<ReadSendDraftDeps, 'aliases'>,
  pubkey: string,
  contact: NamedContact | null,
): Promise<SendPayee> {
  const alias = await aliases.aliasOf(pubkey);
  const isUnlike = alias !== null && !isLikeAddress(alias);
  return { kind: 'node', alias: isUnlike ? alias : null, pubkey, contact };
}

/** Finds the contact of a payee; null also where they cannot be paid again. */
export async function findContactOf(
  { contacts }: Pick<ReadSendDraftDeps, 'contacts'>,
  userId: string,
  text: string | null,
): Promise<NamedContact | null> {
  if (text === null) return null;
  const found = await contacts.findByTargets(userId, [text]);
  return found.get(text) ?? null;
}

/** Reads a wallet here as users of other ones are told of it. */
export async function readWallet(
  { users, addressNames, addressDomain }: ReadWalletDeps,
  userId: string,
  otherUserId: string,
): Promise<WalletHere> {
  const isOwn = otherUserId === userId;
  const [other, name] = await Promise.all([
    users.findUser(otherUserId),
    isOwn ? null : addressNames.findName(otherUserId),
  ]);
  const address = name === null ? null : `${name}@${addressDomain()}`;
  return { name: other?.name ?? null, address, isOwn };
}

export interface ReadWalletDeps {
  readonly users: Pick<UserStore, 'findUser'>;
  readonly addressNames: Pick<AddressNameStore, 'findName'>;
  readonly addressDomain: () => string;
}

function decodeStored(bolt11: string): Bolt11 {
  const decoded = decodeBolt11(normalizeBolt11(bolt11));
  assert(decoded.ok, 'an invoice that is kept was decoded before');
  return decoded.value;
}
