import { isPointCompressed } from 'tiny-secp256k1';
import { assert } from '../base/assert.ts';
import { bytesToHex, hexToBytes } from '../base/hex.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { RouteHintHop } from './bolt11.ts';

/** Reads the field `r`, a route hint: hops of 51 bytes each, in the order of travel. */
export function readRouteHint(bytes: Uint8Array): Result<readonly RouteHintHop[], string> {
  if (bytes.length === 0 || bytes.length % HOP_BYTES !== 0) {
    return refuse('A route hint of the invoice has a wrong length.');
  }
  const hops: RouteHintHop[] = [];
  for (let start = 0; start < bytes.length; start += HOP_BYTES) {
    const hop = bytes.subarray(start, start + HOP_BYTES);
    const pubkey = hop.subarray(0, PUBKEY_BYTES);
    if (!isPointCompressed(pubkey)) {
      return refuse('A route hint of the invoice has a node key that is no public key.');
    }
    const view = new DataView(hop.buffer, hop.byteOffset + PUBKEY_BYTES);
    hops.push({
      pubkey: bytesToHex(pubkey),
      shortChannelId: view.getBigUint64(0),
      feeBaseMsat: view.getUint32(8),
      feeProportionalMillionths: view.getUint32(12),
      cltvExpiryDelta: view.getUint16(16),
    });
  }
  return accept(hops);
}

export function writeRouteHint(hops: readonly RouteHintHop[]): Uint8Array {
  assert(hops.length > 0, 'a route hint has a hop');
  const bytes = new Uint8Array(hops.length * HOP_BYTES);
  hops.forEach((hop, index) => {
    const pubkey = hexToBytes(hop.pubkey, PUBKEY_BYTES);
    assert(pubkey !== null && isPointCompressed(pubkey), 'a hop has a public key');
    assertUint(hop.feeBaseMsat, 32);
    assertUint(hop.feeProportionalMillionths, 32);
    assertUint(hop.cltvExpiryDelta, 16);
    assert(
      BigInt.asUintN(64, hop.shortChannelId) === hop.shortChannelId,
      'a channel id has 64 bits',
    );

    const start = index * HOP_BYTES;
    bytes.set(pubkey, start);
    const view = new DataView(bytes.buffer, start + PUBKEY_BYTES);
    view.setBigUint64(0, hop.shortChannelId);
    view.setUint32(8, hop.feeBaseMsat);
    view.setUint32(12, hop.feeProportionalMillionths);
    view.setUint16(16, hop.cltvExpiryDelta);
  });
  return bytes;
}

function assertUint(value: number, bits: number): void {
  assert(Number.isInteger(value) && value >= 0 && value < 2 ** bits, `a number has ${bits} bits`);
}

const PUBKEY_BYTES = 33;
const HOP_BYTES = 51;
