import { assert } from '../../base/assert.ts';
import { MAX_ACCOUNT_LENGTH } from '../../base/limits.ts';
import { showForeign } from '../../base/text.ts';
import type { NamedContact } from '../../contacts/contact-store.ts';
import { shownTarget } from '../../contacts/pages/shown-target.ts';
import { payAgainText, type SentTo } from '../../ledger/sent-to.ts';
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
  | 'payments'
  | 'users'
  | 'withdrawals'
>;

/** Whom a payment would go to, and what for. */
export interface AskedPayee {
  readonly payee: SendPayee;
  /** The purpose in the words of the payee or of the app; null for none. */
  readonly purpose: string | null;
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
    case 'bolt11':
      return await readInvoicePayee(deps, userId, order);
    case 'keysend':
      return { payee: await readKeysendPayee(deps, userId, order), purpose: order.memo };
    case 'onchain': {
      const payee = await readAddressee(deps, userId, order.address);
      return { payee, purpose: order.purpose ?? null };
    }
  }
}

async function readInvoicePayee(
  deps: Deps,
  userId: string,
  { bolt11, sentTo }: PlannedInvoice,
): Promise<AskedPayee> {
  const decoded = decodeBolt11(bolt11);
  assert(decoded.ok, 'an invoice that asks was read before');
  const { payee: pubkey, paymentHash, description: purpose } = decoded.value;
  const own =
    pubkey === deps.node.pubkey ? await deps.invoices.findInvoiceByHash(paymentHash) : null;
  const here = own === null ? null : await readWallet(deps, userId, own.invoice.userId);
  if (sentTo !== null) return { payee: await readNamed(deps, userId, sentTo, here), purpose };
  if (here !== null) return { payee: { kind: 'here', here }, purpose };
  return { payee: await readShownNode(deps, pubkey, null), purpose };
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
): Promise<SendPayee> {
  if (destination !== deps.node.pubkey) {
    const contact = await findContactOf(deps, userId, destination);
    return await readShownNode(deps, destination, contact);
  }
  const account = records.get(ACCOUNT_RECORD);
  const { payeeUserId } = await deps.payments.readForPayment({
    userId,
    grantId: '',
    paymentHash: null,
    payeeIdentifier: account === undefined ? null : recordText(account, MAX_ACCOUNT_LENGTH),
    idempotencyKey: null,
  });
  if (payeeUserId === null) return await readShownNode(deps, destination, null);
  return { kind: 'here', here: await readWallet(deps, userId, payeeUserId) };
}
