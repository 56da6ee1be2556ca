import type { MovementKind } from '../../ledger/movement-kind.ts';
import { payAgainText } from '../../ledger/sent-to.ts';
import {
  findContactOf,
  type ReadWalletDeps,
  readNode,
  readWallet,
  type SendPayee,
} from '../../send/read-send-draft.ts';
import type { User } from '../../users/user-store.ts';
import type { FoundActivity } from '../activity-store.ts';
import { payeeOf } from './activity-line.ts';
import type { ActivityPageDeps } from './activity-page-deps.ts';
import { readPayers } from './line-names.ts';
import { fieldsOfEntry } from './record-fields.ts';

/**
 * Whether a payment of this kind stores the name of its payee; otherwise it stores the public key
 * of the payee's node.
 */
const IS_PAYEE_NAMED: Readonly<Record<MovementKind, boolean>> = { bolt11: true, keysend: false };

/**
 * Finds who is on the other side of a movement. A payee is named as on the page that asked the user
 * to confirm the payment. A payer stays unnamed unless they gave a name with the payment, or both
 * sides show their names to others. Null if nothing is known.
 */
export async function readCounterparty(
  deps: Pick<ActivityPageDeps, 'activity' | 'aliases' | 'contacts' | keyof ReadWalletDeps>,
  user: User,
  found: FoundActivity,
): Promise<SendPayee | null> {
  const userId = user.id;
  const { otherUserId, payment } = found;
  const wallet = otherUserId === null ? null : await readWallet(deps, userId, otherUserId);
  if (found.withdrawal !== null) {
    // Someone who pays a bitcoin address is not told whose it is, so the name of its owner is left
    // out, even if the owner has a wallet in this service.
    const here = wallet && { name: null, address: null, isOwn: wallet.isOwn };
    return { kind: 'chain', address: found.withdrawal.address, here };
  }
  if (payment === null) {
    if (wallet === null) return null;
    const payers = await readPayers(deps, user, [identifierOf(found)]);
    const name = payers.get(identifierOf(found)) ?? null;
    return { kind: 'here', here: wallet.isOwn ? wallet : { name, address: null, isOwn: false } };
  }
  const name = payeeOf(fieldsOfEntry(found.entry));
  const text = payment.sentTo === null ? null : payAgainText(payment.sentTo);
  const contact = await findContactOf(deps, userId, text);
  if (name !== null && IS_PAYEE_NAMED[payment.kind]) {
    return { kind: 'named', name, here: wallet, contact };
  }
  if (wallet !== null) return { kind: 'here', here: wallet };
  return await readNode(deps, payment.destination, contact);
}

const identifierOf = (found: FoundActivity): string =>
  fieldsOfEntry(found.entry).mustText('identifier');
