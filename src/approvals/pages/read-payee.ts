import type { Msat, Sat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { MAX_ACCOUNT_LENGTH } from '../../base/limits.ts';
import { showForeign } from '../../base/text.ts';
import type { NamedContact } from '../../contacts/contact-store.ts';
import { shownTarget } from '../../contacts/pages/shown-target.ts';
import { payAgainText, type SentTo } from '../../ledger/sent-to.ts';
import type { Bolt11 } from '../../lightning/bolt11.ts';
import { decodeBolt11 } from '../../lightning/bolt11-decode.ts';
import { ACCOUNT_RECORD, recordText } from '../../lightning/custom-records.ts';
import type { Approval } from '../../payments/approval.ts';
import { payableOf } from '../../payments/ask-for-keysends.ts';
import type { PlannedKeysends } from '../../payments/asked-order.ts';
import { sumOf } from '../../payments/check-keysends-sum.ts';
import { checkKeysendOrder } from '../../payments/keysend-order.ts';
import type { PlannedInvoice, PlannedKeysend } from '../../payments/planned-payment.ts';
import {
  findContactOf,
  readAddressee,
  readNode,
  readWallet,
  type SendPayee,
} from '../../send/read-send-draft.ts';
import { MAX_SHOWN_TEXT, SHOWN_OF_SEVERAL } from '../limits.ts';
import type { ApprovalPageDeps } from './approval-page-deps.ts';

type Deps = Pick<
  ApprovalPageDeps,
  | 'addressDomain'
  | 'addressNames'
  | 'aliases'
  | 'contacts'
  | 'invoices'
  | 'node'
  | 'paidPayees'
  | 'payments'
  | 'users'
  | 'withdrawals'
>;

/** Whom a payment would go to, and what for; or the same of several payments of one call. */
export type AskedPayee = OnePayee | SeveralPayees;

export interface OnePayee {
  readonly payee: SendPayee;
  /** The purpose in the words of the payee or of the app; null for none. */
  readonly purpose: string | null;
  /** Whether this would be the first payment to them, as far as that is known. */
  readonly isFirst: boolean;
}

export interface SeveralPayees {
  readonly several: readonly (OnePayee & { readonly amountMsat: Msat })[];
  /** The sum of those that are not shown, and their number. */
  readonly rest: { readonly count: number; readonly amountSat: Sat };
}

interface FoundPayee {
  readonly payee: SendPayee;
  /** The key of the payee's node, or the id of a user of this service. */
  readonly id: string;
}

/**
 * Reads whom a payment would go to, from the invoice or address that is paid: an app could say
 * anything about it.
 */
export async function readAskedPayee(
  deps: Deps,
  { userId, planned: { order } }: Approval,
): Promise<AskedPayee> {
  switch (order.kind) {
    case 'bolt11': {
      const decoded = decodeBolt11(order.bolt11);
      assert(decoded.ok, 'an invoice that asks was read before');
      const found = await readInvoicePayee(deps, userId, order, decoded.value);
      return await withFirst(deps, userId, found, decoded.value.description);
    }
    case 'keysend':
      return await readOneKeysend(deps, userId, order);
    case 'keysends':
      return await readSeveral(deps, userId, order);
    case 'onchain': {
      // People get a new bitcoin address for each payment, so a new one says nothing.
      const payee = await readAddressee(deps, userId, order.address);
      return { payee, purpose: order.purpose ?? null, isFirst: false };
    }
  }
}

const withFirst = async (
  { paidPayees }: Deps,
  userId: string,
  { payee, id }: FoundPayee,
  purpose: string | null,
): Promise<OnePayee> => ({ payee, purpose, isFirst: await paidPayees.isFirst(userId, id) });

async function readOneKeysend(
  deps: Deps,
  userId: string,
  keysend: Pick<PlannedKeysend, 'destination' | 'records' | 'memo'>,
): Promise<OnePayee> {
  const found = await readKeysendPayee(deps, userId, keysend);
  return await withFirst(deps, userId, found, keysend.memo);
}

/** Reads those that can be paid. The greatest come first, so that none of them is left out. */
async function readSeveral(
  deps: Deps,
  userId: string,
  { items }: PlannedKeysends,
): Promise<SeveralPayees> {
  const sorted = payableOf(items).toSorted((a, b) => Number(b.amountMsat - a.amountMsat));
  const rest = sorted.slice(SHOWN_OF_SEVERAL);
  const several = sorted.slice(0, SHOWN_OF_SEVERAL).map(async (item) => {
    const checked = checkKeysendOrder(item);
    assert(checked.ok, 'only those that can be paid are read');
    const { amountMsat } = item;
    return { ...(await readOneKeysend(deps, userId, checked.value)), amountMsat };
  });
  return {
    several: await Promise.all(several),
    rest: { count: rest.length, amountSat: sumOf(rest) },
  };
}

async function readInvoicePayee(
  deps: Deps,
  userId: string,
  { sentTo }: PlannedInvoice,
  { payee: pubkey, paymentHash }: Bolt11,
): Promise<FoundPayee> {
  const own =
    pubkey === deps.node.pubkey ? await deps.invoices.findInvoiceByHash(paymentHash) : null;
  const here = own === null ? null : await readWallet(deps, userId, own.invoice.userId);
  const id = own === null ? pubkey : own.invoice.userId;
  if (sentTo !== null) return { payee: await readNamed(deps, userId, sentTo, here), id };
  if (here !== null) return { payee: { kind: 'here', here }, id };
  return { payee: await readShownNode(deps, pubkey, null), id };
}

async function readNamed(
  deps: Deps,
  userId: string,
  sentTo: SentTo,
  here: Extract<SendPayee, { kind: 'named' }>['here'],
): Promise<SendPayee> {
  const contact = await findContactOf(deps, userId, payAgainText(sentTo));
  return { kind: 'named', name: shownTarget(sentTo.payee), here, contact };
}

/** Reads a node, whose name for itself is a text of strangers. */
async function readShownNode(
  deps: Deps,
  pubkey: string,
  contact: NamedContact | null,
): Promise<SendPayee> {
  const node = await readNode(deps, pubkey, contact);
  if (node.kind !== 'node' || node.alias === null) return node;
  return { ...node, alias: showForeign(node.alias, MAX_SHOWN_TEXT) };
}

async function readKeysendPayee(
  deps: Deps,
  userId: string,
  { destination, records }: Pick<PlannedKeysend, 'destination' | 'records'>,
): Promise<FoundPayee> {
  if (destination !== deps.node.pubkey) {
    const contact = await findContactOf(deps, userId, destination);
    return { payee: await readShownNode(deps, destination, contact), id: destination };
  }
  const account = records.get(ACCOUNT_RECORD);
  const { payeeUserId: id } = await deps.payments.readForPayment({
    userId,
    grantId: '',
    paymentHash: null,
    payeeIdentifier: account === undefined ? null : recordText(account, MAX_ACCOUNT_LENGTH),
    idempotencyKey: null,
  });
  if (id === null) return { payee: await readShownNode(deps, destination, null), id: destination };
  return { payee: { kind: 'here', here: await readWallet(deps, userId, id) }, id };
}
