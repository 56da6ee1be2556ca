import { ACCOUNT_RECORD } from '../../lightning/custom-records.ts';
import type { NodeIdentity } from '../../lightning/node-identity.ts';
import { hexOfNpub } from '../../nostr/npub.ts';
import type { Payee } from '../address-name-store.ts';

/**
 * Presents to podcast apps how an address is paid by keysend: to our node, with the custom record
 * that names the wallet.
 */
export const presentKeysend = ({ identifier }: Payee, { pubkey }: NodeIdentity): object => ({
  status: 'OK',
  tag: 'keysend',
  pubkey,
  customData: [{ customKey: ACCOUNT_RECORD.toString(), customValue: identifier }],
});

/**
 * Presents the Nostr key of the name that was asked for, and of no other name (NIP-05); null if the
 * payee has no key.
 */
export function presentNostrName({ addressName, nostrPubkey }: Payee): object | null {
  const hex = nostrPubkey === null ? null : hexOfNpub(nostrPubkey);
  return hex === null ? null : { names: { [addressName]: hex } };
}
