import { assert } from '../../../base/assert.ts';
import { bytesToHex } from '../../../base/hex.ts';
import { hexParameter } from '../../../database/column-values.ts';
import type { Database } from '../../../database/db.ts';
import type { Sql } from '../../../database/sql.ts';
import { addConnection, addDevice } from '../../sql/connection-store.ts';
import { waitForOthersOf } from '../../sql/wait-for-others.ts';
import type { AddPairingOutcome, NewPairing, PairingStore } from '../pairing-store.ts';
import { insertKey } from './nwc-key-store.ts';

export const createPairingStore = (database: Database): PairingStore => ({
  addPairing: async (pairing) => {
    try {
      return await database.transaction((sql) => addPairing(sql, pairing));
    } catch (error) {
      if (error instanceof KeyTaken) return { kind: 'key_used' };
      throw error;
    }
  },
});

/**
 * Thrown when another request has used the app's key first, so that the transaction is rolled back.
 */
class KeyTaken extends Error {
  override readonly name = 'KeyTaken';
}

async function addPairing(sql: Sql, pairing: NewPairing): Promise<AddPairingOutcome> {
  const { connection, device, key } = pairing;
  await waitForOthersOf(sql, connection.userId);
  const present = await findPresent(sql, pairing);
  if (present !== null) return present;
  const added = await addConnection(sql, connection);
  if (added.kind === 'too_many') return added;
  assert(added.kind === 'added', 'a connection of this pairing has its key');
  const { kind } = await addDevice(sql, connection.userId, device);
  assert(kind === 'added', 'the connection has no other device');
  if (!(await insertKey(sql, key))) throw new KeyTaken('the key of the app is used meanwhile');
  return { kind: 'added', walletPubkey: key.walletPubkey };
}

/**
 * Finds the connection that an earlier copy of the same request made, if it is still in use. If the
 * app's key is stored for any other connection, the key counts as used.
 */
async function findPresent(
  sql: Sql,
  { device, key }: NewPairing,
): Promise<AddPairingOutcome | null> {
  const pubkey = hexParameter(key.clientPubkey);
  const [found] = await sql<{ is_same: boolean; wallet_pubkey: Uint8Array }[]>`
    select k.wallet_pubkey,
      d.id = ${device.id} and k.client_pubkey = ${pubkey}
        and d.ended_at is null and g.revoked_at is null as is_same
    from nwc_key k
    join grant_device d on d.id = k.device_id
    join app_grant g on g.id = d.app_grant_id
    where k.client_pubkey = ${pubkey} or k.wallet_pubkey = ${pubkey}`;
  if (found === undefined) return null;
  if (!found.is_same) return { kind: 'key_used' };
  return { kind: 'repeated', walletPubkey: bytesToHex(found.wallet_pubkey) };
}
