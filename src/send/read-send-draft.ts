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

/** What the page of a draft shows. */
export type SendDraftView =
  | { readonly kind: 'choose'; readonly target: SendTarget; readonly most: MostToSend }
  | { readonly kind: 'review'; readonly review: SendReview }
  | { readonly kind: 'payment'; readonly payment: Payment; readonly payee: SendPayee }
  /**
   * The withdrawal of a draft for a bitcoin address. It has a page of its own among the records of
   * Activity.
   */
  | { readonly kind: 'withdrawal'; readonly withdrawal: Withdrawal }
  /** The draft was not paid in time. */
  | { readonly kind: 'too_old' };

export interface MostToSend {
  readonly spendableSat: Sat;
  /**
   * The most that can be sent so that the fee reserve fits into the balance as well. This is never
   * more than the payee accepts.
   */
  readonly mostSat: Sat;
  /**
   * The sum that may still be sent today (UTC), if it is less than the spendable balance; otherwise
   * null.
   */
  readonly leftDaySat: Sat | null;
  /** Whether outgoing payments of this kind are stopped at the moment. */
  readonly isStopped: boolean;
}

export type SendPayee =
  /** A lightning address or domain, as the payer entered it. */
  | {
      readonly kind: 'named';
      readonly name: string;
      readonly here: WalletHere | null;
      /** The payer's own name for this payee; null where they keep none. */
      readonly contact: NamedContact | null;
    }
  | { readonly kind: 'here'; readonly here: WalletHere }
  /** A bitcoin address, and its owner if they are a user of this service. */
  | { readonly kind: 'chain'; readonly address: string; readonly here: WalletHere | null }
  | {
      readonly kind: 'node';
      readonly alias: string | null;
      readonly pubkey: string;
      /**
       * The payer's own name for the node. Null also when an invoice is paid, because a node may
       * make invoices for many people.
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

/** A wallet of this service, either another user's or the payer's own. */
export interface WalletHere {
  /** The display name of the owner of the wallet. */
  readonly name: string | null;
  /**
   * The owner's present lightning address; null if they have none, or if the wallet is the payer's
   * own.
   */
  readonly address: string | null;
  readonly isOwn: boolean;
}

export interface SendReview {
  readonly payee: SendPayee;
  /** The amount that the payee gets. */
  readonly amountMsat: Msat;
  /** The amount that leaves the payer's wallet for it, rounded up to whole sats. */
  readonly amountSat: Sat;
  /** The highest possible fee; null when there is no fee. */
  readonly maxFeeSat: Sat | null;
  /** The expected fee and the speed of a withdrawal; null for payments over Lightning. */
  readonly chain: { readonly aboutSat: Sat; readonly speed: WithdrawalSpeed } | null;
  readonly description: string | null;
  readonly comment: string | null;
  /** When the invoice expires; null for a payment without one. */
  readonly expiresAt: Date | null;
  readonly spendableSat: Sat;
  readonly isHashConfirmed: boolean;
  /** Why the payment cannot be made; null when it can. */
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
  // The fee of a withdrawal depends on its amount, so it cannot be subtracted before there is one.
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

/** Whether a payment stays within this service, where it costs no fee. */
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
 * The purpose of a payment. For a lightning address of this service there is none, because the text
 * that comes with it is the payee's name, which is shown anyway.
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
 * Reads the review of a keysend. Without an invoice, nothing can expire, and nothing can have been
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

/** Reads the review of a withdrawal, with the fee that its payer was told. */
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

/** Reads who owns a bitcoin address, as far as other users are told. */
export async function readAddressee(
  deps: ReadWalletDeps & { readonly withdrawals: Pick<WithdrawalStore, 'findOwner'> },
  userId: string,
  address: string,
): Promise<SendPayee> {
  const owner = await deps.withdrawals.findOwner(address);
  const isOwn = owner?.userId === userId;
  // The owner's name is withheld, so that no one can find out the owners of addresses by entering
  // them.
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

/**
 * Finds what prevents a payment: a stop of outgoing payments, the balance or the limit of the day.
 */
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
  /** The invoice of this service that is being paid; null when the payee is elsewhere. */
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

/**
 * Reads what is shown of a node. An alias that looks like a lightning address is left out, as nodes
 * choose their aliases freely and could pretend to be someone.
 */
export async function readNode(
  { aliases }: Pick<ReadSendDraftDeps, 'aliases'>,
  pubkey: string,
  contact: NamedContact | null,
): Promise<SendPayee> {
  const alias = await aliases.aliasOf(pubkey);
  const isUnlike = alias !== null && !isLikeAddress(alias);
  return { kind: 'node', alias: isUnlike ? alias : null, pubkey, contact };
}

/** Finds the contact of a payee; null also for a payee who cannot be paid again. */
export async function findContactOf(
  { contacts }: Pick<ReadSendDraftDeps, 'contacts'>,
  userId: string,
  text: string | null,
): Promise<NamedContact | null> {
  if (text === null) return null;
  const found = await contacts.findByTargets(userId, [text]);
  return found.get(text) ?? null;
}

/** Reads what other users are told about a wallet of this service. */
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
