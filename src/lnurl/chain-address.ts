import { readPayableAddress } from '../lightning/bitcoin/payable-address.ts';
import type { Network } from '../lightning/bolt11.ts';

/** A bitcoin address that wallets know how to spend from. */
export interface ChainAddress {
  /** In small letters where it is bech32: QR codes have capitals. */
  readonly address: string;
  /** Test networks share most of their addresses. */
  readonly networks: readonly Network[];
}

/** Reads an address of any network; null for all else, and where a checksum is wrong. */
export function readChainAddress(text: string): ChainAddress | null {
  // Decoding is costly beside this, and texts of strangers have thousands of words.
  if (!isLikeChainAddress(text)) return null;
  const read = NETWORKS.map((network) => ({ network, address: readPayableAddress(text, network) }));
  const found = read.flatMap(({ network, address }) =>
    address.ok ? [{ network, address: address.value }] : [],
  );
  const [first] = found;
  if (first === undefined) return null;
  return { address: first.address, networks: found.map(({ network }) => network) };
}

const NETWORKS: readonly Network[] = ['bitcoin', 'testnet', 'signet', 'regtest'];

/** Whether a text looks like an address, be its checksum right or wrong. */
export const isLikeChainAddress = (text: string): boolean => FORMS.some((form) => form.test(text));

const FORMS = [/^(?:bc|tb|bcrt)1[a-z0-9]{20,}$/i, /^[123mn][1-9A-HJ-NP-Za-km-z]{25,39}$/];
