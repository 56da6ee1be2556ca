import { readWallet, type SendPayee } from '../../send/read-send-draft.ts';
import type { FoundActivity } from '../activity-store.ts';
import { payeeOf } from './activity-line.ts';
import type { ActivityPageDeps } from './activity-page-deps.ts';
import { fieldsOfFound } from './record-fields.ts';

/**
 * Who stands on the other side: the payee as the review of a payment names them, and of money that
 * came in, whether it came from here. Those who pay stay unnamed unless they say who they are, as
 * payers elsewhere do. Null where nothing is known.
 */
export async function readCounterparty(
  deps: Pick<ActivityPageDeps, 'aliases' | 'users'>,
  userId: string,
  found: FoundActivity,
): Promise<SendPayee | null> {
  const { otherUserId, payment } = found;
  const wallet = otherUserId === null ? null : await readWallet(deps, userId, otherUserId);
  if (payment === null) {
    if (wallet === null) return null;
    return { kind: 'here', here: wallet.isOwn ? wallet : { name: null, isOwn: false } };
  }
  const name = payeeOf(fieldsOfFound(found));
  if (name !== null) return { kind: 'named', name, here: wallet };
  if (wallet !== null) return { kind: 'here', here: wallet };
  const pubkey = payment.destination;
  return { kind: 'node', alias: await deps.aliases.aliasOf(pubkey), pubkey };
}
