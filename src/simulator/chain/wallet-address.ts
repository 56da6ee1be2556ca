import { createHash } from 'node:crypto';
import { pointFromScalar } from 'tiny-secp256k1';
import { assert } from '../../base/assert.ts';
import { bytesToHex } from '../../base/hex.ts';
import { addressOfScript } from '../../lightning/bitcoin/address.ts';
import type { AddressKind, WalletAddress } from './chain-state.ts';

/**
 * Derives an address from the seed, so that the same network has the same addresses in the same
 * order.
 */
export function walletAddress(
  seedHex: string,
  label: string,
  kind: AddressKind,
  isChange: boolean,
): WalletAddress {
  const privateKey = createHash('sha256')
    .update(Buffer.from(seedHex, 'hex'))
    .update(`wallet/${label}`)
    .digest();
  const pubkey = pointFromScalar(privateKey, true);
  assert(pubkey !== null, 'a hash is a valid private key but for one chance in 2^128');
  const script = kind === 'p2tr' ? `5120${bytesToHex(pubkey.slice(1))}` : `0014${hash160(pubkey)}`;
  return { script, isChange };
}

export function textOf({ script }: WalletAddress): string {
  const text = addressOfScript(script, 'regtest');
  assert(text !== null, 'a script of a wallet has an address');
  return text;
}

export const kindOf = ({ script }: WalletAddress): AddressKind =>
  script.startsWith('5120') ? 'p2tr' : 'p2wkh';

const hash160 = (bytes: Uint8Array): string =>
  createHash('ripemd160').update(createHash('sha256').update(bytes).digest()).digest('hex');
