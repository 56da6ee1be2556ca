import { isPointCompressed } from 'tiny-secp256k1';
import { assert } from '../base/assert.ts';
import { bytesToHex, hexToBytes } from '../base/hex.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { BlindedHop, BlindedPath } from './bolt11.ts';

/**
 * Reads the field of blinded paths (bLIP 39, with `blinded_payinfo` of BOLT 12). A field has at
 * most 639 bytes, which also bounds the number of hops and the length of their data.
 */
export function readBlindedPaths(bytes: Uint8Array): Result<readonly BlindedPath[], string> {
  const reader = openBytes(bytes);
  const paths: BlindedPath[] = [];
  do {
    const path = readPath(reader);
    if (path === null) return refuse('A blinded path of the invoice is damaged.');
    paths.push(path);
  } while (reader.hasMore());
  return accept(paths);
}

interface ByteReader {
  /** Takes the next bytes; null where fewer are left. */
  take(length: number): Uint8Array | null;
  /** Reads a big-endian number of 1, 2, 4 or 8 bytes. */
  number(length: number): bigint | null;
  hasMore(): boolean;
}

function openBytes(bytes: Uint8Array): ByteReader {
  let position = 0;
  const take = (length: number): Uint8Array | null => {
    const end = position + length;
    if (end > bytes.length) return null;
    const taken = bytes.subarray(position, end);
    position = end;
    return taken;
  };
  return {
    take,
    number: (length) => {
      const taken = take(length);
      return taken === null ? null : taken.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
    },
    hasMore: () => position < bytes.length,
  };
}

function readPath(reader: ByteReader): BlindedPath | null {
  const feeBaseMsat = reader.number(4);
  const feeProportionalMillionths = reader.number(4);
  const cltvExpiryDelta = reader.number(2);
  const htlcMinimumMsat = reader.number(8);
  const htlcMaximumMsat = reader.number(8);
  const features = reader.take(Number(reader.number(2) ?? 0n));
  const blindingPoint = readPoint(reader);
  const hops = readHops(reader, Number(reader.number(1) ?? 0n));
  if (feeBaseMsat === null || feeProportionalMillionths === null || cltvExpiryDelta === null) {
    return null;
  }
  if (htlcMinimumMsat === null || htlcMaximumMsat === null || features === null) return null;
  if (blindingPoint === null || hops === null) return null;
  return {
    feeBaseMsat: Number(feeBaseMsat),
    feeProportionalMillionths: Number(feeProportionalMillionths),
    cltvExpiryDelta: Number(cltvExpiryDelta),
    htlcMinimumMsat,
    htlcMaximumMsat,
    features: bytesToHex(features),
    blindingPoint,
    hops,
  };
}

/**
 * Reads the hops of a blinded path, the first of which is the introduction node; null when the path
 * has no hops.
 */
function readHops(reader: ByteReader, count: number): readonly BlindedHop[] | null {
  const hops: BlindedHop[] = [];
  while (hops.length < count) {
    const pubkey = readPoint(reader);
    const encryptedData = reader.take(readBigSize(reader) ?? Number.POSITIVE_INFINITY);
    if (pubkey === null || encryptedData === null) return null;
    hops.push({ pubkey, encryptedData: bytesToHex(encryptedData) });
  }
  return hops.length === 0 ? null : hops;
}

function readPoint(reader: ByteReader): string | null {
  const bytes = reader.take(PUBKEY_BYTES);
  return bytes !== null && isPointCompressed(bytes) ? bytesToHex(bytes) : null;
}

/**
 * Reads a BigSize (BOLT 1) in its shortest form, as BOLT 1 requires. A BigSize of more than three
 * bytes is refused, because such a number is greater than the length of any field.
 */
function readBigSize(reader: ByteReader): number | null {
  const first = reader.number(1);
  if (first === null || first < LONG_SIZE) return first === null ? null : Number(first);
  const long = first === LONG_SIZE ? reader.number(2) : null;
  return long === null || long < LONG_SIZE ? null : Number(long);
}

export function writeBlindedPath(path: BlindedPath): Uint8Array {
  const { hops } = path;
  assert(hops.length > 0 && hops.length < 256, 'a blinded path has 1 to 255 hops');
  const features = bytesOf(path.features);
  return Uint8Array.from([
    ...numberBytes(BigInt(path.feeBaseMsat), 4),
    ...numberBytes(BigInt(path.feeProportionalMillionths), 4),
    ...numberBytes(BigInt(path.cltvExpiryDelta), 2),
    ...numberBytes(path.htlcMinimumMsat, 8),
    ...numberBytes(path.htlcMaximumMsat, 8),
    ...numberBytes(BigInt(features.length), 2),
    ...features,
    ...pointBytes(path.blindingPoint),
    hops.length,
    ...hops.flatMap(({ pubkey, encryptedData }) => {
      const data = bytesOf(encryptedData);
      return [...pointBytes(pubkey), ...bigSizeBytes(BigInt(data.length)), ...data];
    }),
  ]);
}

const bigSizeBytes = (size: bigint): readonly number[] =>
  size < LONG_SIZE ? numberBytes(size, 1) : [Number(LONG_SIZE), ...numberBytes(size, 2)];

function numberBytes(value: bigint, length: number): readonly number[] {
  assert(BigInt.asUintN(length * 8, value) === value, `a number has ${length} bytes`);
  return Array.from({ length }, (_, index) =>
    Number(BigInt.asUintN(8, value >> BigInt(8 * (length - 1 - index)))),
  );
}

function pointBytes(hex: string): Uint8Array {
  const bytes = bytesOf(hex);
  assert(isPointCompressed(bytes), 'a blinded path has public keys');
  return bytes;
}

function bytesOf(hex: string): Uint8Array {
  const bytes = hexToBytes(hex);
  assert(bytes !== null, 'bytes of a blinded path are hex');
  return bytes;
}

const PUBKEY_BYTES = 33;
/** The smallest number whose BigSize has two more bytes after the first one. */
const LONG_SIZE = 0xfdn;
