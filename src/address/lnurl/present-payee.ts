import { ACCOUNT_RECORD } from '../../lightning/custom-records.ts';
import type { NodeIdentity } from '../../lightning/node-identity.ts';
import { hexOfNpub } from '../../nostr/npub.ts';
import type { Payee } from '../address-name-store.ts';

/**
 * Presents how podcast apps pay an address by keysend: our node, and the record that names the
 * wallet.
 */
export const presentKeysend = ({ identifier }: Payee, { pubkey }: NodeIdentity): object => ({
  status: 'OK',
  tag: 'keysend',
  pubkey,
  customData: [{ customKey: ACCOUNT_RECORD.toString(), customValue: identifier }],
});

/** Presents the key of the asked name and of no other (NIP-05); null for a payee without one. */
export function presentNostrName({ addressName, nostrPubkey }: Payee): object | null {
  const hex = nostrPubkey === null ? null : hexOfNpub(nostrPubkey);
  return hex === null ? null : { names: { [addressName]: hex } };
}
