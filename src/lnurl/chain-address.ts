import { readPayableAddress } from '../lightning/bitcoin/payable-address.ts';
import type { Network } from '../lightning/bolt11.ts';

/** A bitcoin address that wallets know how to spend from. */
export interface ChainAddress {
  /** The address, in lower case if it is bech32, because QR codes use capitals. */
  readonly address: string;
  /** The networks on which the address is valid. Test networks share most kinds of addresses. */
  readonly networks: readonly Network[];
}

/** Reads an address of any network; null for any other text, and for a wrong checksum. */
export function readChainAddress(text: string): ChainAddress | null {
  // The form is checked before decoding, because decoding is slow and a stranger's text may have
  // thousands of words.
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

/** Whether a text has the form of a bitcoin address, whatever its checksum. */
export const isLikeChainAddress = (text: string): boolean => FORMS.some((form) => form.test(text));

const FORMS = [/^(?:bc|tb|bcrt)1[a-z0-9]{20,}$/i, /^[123mn][1-9A-HJ-NP-Za-km-z]{25,39}$/];
