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
import type { PlannedInvoice, PlannedKeysend } from '../../payments/planned-payment.ts';
import {
  findContactOf,
  readAddressee,
  readNode,
  readWallet,
  type SendPayee,
} from '../../send/read-send-draft.ts';
import { MAX_SHOWN_TEXT } from '../limits.ts';
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

/** Whom a payment would go to, and what for. */
export interface AskedPayee {
  readonly payee: SendPayee;
  /** The purpose in the words of the payee or of the app; null for none. */
  readonly purpose: string | null;
  /** Whether this would be the first payment to them, as far as that is known. */
  readonly isFirst: boolean;
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
  const withFirst = async ({ payee, id }: FoundPayee, purpose: string | null) => ({
    payee,
    purpose,
    isFirst: await deps.paidPayees.isFirst(userId, id),
  });
  switch (order.kind) {
    case 'bolt11': {
      const decoded = decodeBolt11(order.bolt11);
      assert(decoded.ok, 'an invoice that asks was read before');
      const found = await readInvoicePayee(deps, userId, order, decoded.value);
      return await withFirst(found, decoded.value.description);
    }
    case 'keysend':
      return await withFirst(await readKeysendPayee(deps, userId, order), order.memo);
    case 'onchain': {
      // People get a new bitcoin address for each payment, so a new one says nothing.
      const payee = await readAddressee(deps, userId, order.address);
      return { payee, purpose: order.purpose ?? null, isFirst: false };
    }
  }
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
  { destination, records }: PlannedKeysend,
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
