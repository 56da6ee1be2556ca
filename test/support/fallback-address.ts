import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { assert } from '../../src/base/assert.ts';
import { hexToBytes } from '../../src/base/hex.ts';
import type { FallbackAddress, Network } from '../../src/lightning/bolt11.ts';

/** Writes a fallback address as people do, to compare it with libraries that know no other form. */
export function addressOf(network: Network, { version, programHex }: FallbackAddress): string {
  const program = hexToBytes(programHex);
  assert(program !== null, 'a program is hex');
  const codes = CODES[network];
  if (version === 17) return base58check.encode(Uint8Array.of(codes.p2pkh, ...program));
  if (version === 18) return base58check.encode(Uint8Array.of(codes.p2sh, ...program));
  const words = bech32.toWords(program);
  return (version === 0 ? bech32 : bech32m).encode(codes.segwit, [version, ...words]);
}

const base58check = createBase58check(sha256);

const TESTNET = { p2pkh: 111, p2sh: 196, segwit: 'tb' };
const CODES = {
  bitcoin: { p2pkh: 0, p2sh: 5, segwit: 'bc' },
  testnet: TESTNET,
  signet: TESTNET,
  regtest: { ...TESTNET, segwit: 'bcrt' },
};
