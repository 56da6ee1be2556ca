import { bytesToHex, hexToBytes } from '../../base/hex.ts';
import { readMacaroon } from '../macaroon.ts';
import type { MacaroonBakery } from '../macaroon-bakery.ts';
import { NodeFault } from '../node-port.ts';
import { type LndClient, openLndClient } from './client.ts';
import { nodeInfo } from './info.ts';
import { refusalFault } from './lnd-answer.ts';
import { disallowedCalls } from './missing-rights.ts';
import { DEFAULT_LIMITS, type LndNodeOptions } from './node.ts';
import { textField, textList } from './wire-fields.ts';

/** The LND calls that a macaroon must allow with which others are baked and ended. */
export const BAKERY_CALLS: readonly string[] = [
  '/lnrpc.Lightning/GetInfo',
  '/lnrpc.Lightning/BakeMacaroon',
  '/lnrpc.Lightning/DeleteMacaroonID',
  '/lnrpc.Lightning/ListMacaroonIDs',
];

/** Opens an LND 0.20 or newer for baking. Nothing is sent to LND before the first call. */
export function openLndMacaroonBakery(options: LndNodeOptions): MacaroonBakery {
  const lnd = openLndClient({ ...options, limits: { ...DEFAULT_LIMITS, ...options.limits } });
  return {
    rootKeyId: readMacaroon(Buffer.from(options.macaroonHex, 'hex'))?.rootKeyId ?? null,
    info: () => nodeInfo(lnd),
    bake: (rootKeyId, calls) => bakeMacaroon(lnd, rootKeyId, calls),
    rootKeyIds: async () => {
      const answer = await lnd.get('/v1/macaroon/ids');
      if (!answer.ok) throw refusalFault('ListMacaroonIDs', answer.refusal);
      return textList(answer.value, 'root_key_ids');
    },
    deleteRootKey: async (id) => {
      const answer = await lnd.delete(`/v1/macaroon/${id}`);
      if (!answer.ok) throw refusalFault('DeleteMacaroonID', answer.refusal);
    },
    missingCalls: ({ macaroon, calls, askedBy }) => {
      const asking = { ...options, macaroonHex: bytesToHex(askedBy) };
      return disallowedCalls(asking, macaroon, calls);
    },
    close: () => lnd.close(),
  };
}

export async function bakeMacaroon(
  lnd: LndClient,
  rootKeyId: string,
  calls: readonly string[],
): Promise<Uint8Array> {
  const permissions = calls.map((action) => ({ entity: 'uri', action }));
  const answer = await lnd.post('/v1/macaroon', { permissions, root_key_id: rootKeyId });
  if (!answer.ok) throw refusalFault('BakeMacaroon', answer.refusal);
  const macaroon = hexToBytes(textField(answer.value, 'macaroon'));
  if (macaroon === null) throw new NodeFault('LND sent a macaroon that is not written in hex');
  return macaroon;
}
