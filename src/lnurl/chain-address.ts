import { scriptOfAddress } from '../lightning/bitcoin/address.ts';
import type { Network } from '../lightning/bolt11.ts';

/** A bitcoin address that wallets know how to spend from. */
export interface ChainAddress {
  /** In small letters where it is bech32: QR codes have capitals. */
  readonly address: string;
  /** Test networks share most of their addresses. */
  readonly networks: readonly Network[];
}

/** Reads p2pkh, p2sh, p2wpkh, p2wsh and p2tr; null for all else, and where a checksum is wrong. */
export function readChainAddress(text: string): ChainAddress | null {
  const address = BECH32.test(text) ? text.toLowerCase() : text;
  // Mixed capitals are an error of bech32, which small letters would hide.
  const networks = NETWORKS.filter((network) =>
    SPENDABLE.test(scriptOfAddress(text, network) ?? ''),
  );
  return networks.length === 0 ? null : { address, networks };
}

const NETWORKS: readonly Network[] = ['bitcoin', 'testnet', 'signet', 'regtest'];

const BECH32 = /^(?:bc|tb|bcrt)1/i;

/** What is sent to later versions of segwit, or to odd lengths, may be lost or anyone's. */
const SPENDABLE =
  /^(?:76a914[0-9a-f]{40}88ac|a914[0-9a-f]{40}87|0014[0-9a-f]{40}|(?:0020|5120)[0-9a-f]{64})$/;

/** Whether a text looks like an address, be its checksum right or wrong. */
export const isLikeChainAddress = (text: string): boolean => FORMS.some((form) => form.test(text));

const FORMS = [/^(?:bc|tb|bcrt)1[a-z0-9]{20,}$/i, /^[123mn][1-9A-HJ-NP-Za-km-z]{25,39}$/];
