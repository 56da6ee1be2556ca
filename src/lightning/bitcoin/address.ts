import { createHash } from 'node:crypto';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { bytesToHex, hexToBytes } from '../../base/hex.ts';
import type { Network } from '../bolt11.ts';

const NETWORKS = {
  bitcoin: { prefix: 'bc', pubkeyHash: 0, scriptHash: 5 },
  testnet: { prefix: 'tb', pubkeyHash: 111, scriptHash: 196 },
  signet: { prefix: 'tb', pubkeyHash: 111, scriptHash: 196 },
  regtest: { prefix: 'bcrt', pubkeyHash: 111, scriptHash: 196 },
} as const;

/**
 * The output script of an address, in hex; null when the text is not an address of this network.
 */
export function scriptOfAddress(address: string, network: Network): string | null {
  return scriptOfSegwit(address, network) ?? scriptOfBase58(address, network);
}

/** The address of an output script; null for a script that has no address. */
export function addressOfScript(script: string, network: Network): string | null {
  const { prefix, pubkeyHash, scriptHash } = NETWORKS[network];
  const hashed = /^76a914([0-9a-f]{40})88ac$/.exec(script)?.[1];
  if (hashed !== undefined) return base58Address(pubkeyHash, hashed);
  const nested = /^a914([0-9a-f]{40})87$/.exec(script)?.[1];
  if (nested !== undefined) return base58Address(scriptHash, nested);
  const segwit = programOf(script);
  if (segwit === null) return null;
  const coder = segwit.version === 0 ? bech32 : bech32m;
  return coder.encode(prefix, [segwit.version, ...coder.toWords(segwit.program)]);
}

/**
 * The script of a segwit address. Version 0 has the checksum of bech32, later versions that of
 * bech32m (BIP 350).
 */
function scriptOfSegwit(address: string, network: Network): string | null {
  const { prefix } = NETWORKS[network];
  for (const coder of [bech32, bech32m]) {
    const decoded = coder.decodeUnsafe(address, MAX_SEGWIT_LENGTH);
    const [version, ...words] = decoded?.words ?? [];
    if (decoded?.prefix !== prefix || version === undefined) continue;
    if ((coder === bech32) !== (version === 0) || version > MAX_VERSION) return null;
    const program = coder.fromWordsUnsafe(words) ?? null;
    if (program === null || !isProgramLength(version, program.length)) return null;
    return opcodeOf(version) + sizeHex(program.length) + bytesToHex(program);
  }
  return null;
}

const MAX_SEGWIT_LENGTH = 90;
const MAX_VERSION = 16;

interface WitnessProgram {
  readonly version: number;
  readonly program: Uint8Array;
}

function programOf(script: string): WitnessProgram | null {
  const bytes = hexToBytes(script);
  const [opcode = 255, length = 0, ...program] = bytes ?? [];
  const version = opcode === 0 ? 0 : opcode - OP_1 + 1;
  if (version < 0 || version > MAX_VERSION || length !== program.length) return null;
  if (!isProgramLength(version, length)) return null;
  return { version, program: Uint8Array.from(program) };
}

const OP_1 = 0x51;

const opcodeOf = (version: number): string => sizeHex(version === 0 ? 0 : OP_1 + version - 1);

const sizeHex = (size: number): string => size.toString(16).padStart(2, '0');

function isProgramLength(version: number, length: number): boolean {
  if (version === 0) return length === 20 || length === 32;
  return length >= 2 && length <= 40;
}

function scriptOfBase58(address: string, network: Network): string | null {
  const { pubkeyHash, scriptHash } = NETWORKS[network];
  const bytes = decodeBase58(address);
  if (bytes?.length !== HASH_BYTES + 1) return null;
  const hash = bytesToHex(bytes.subarray(1));
  if (bytes[0] === pubkeyHash) return `76a914${hash}88ac`;
  return bytes[0] === scriptHash ? `a914${hash}87` : null;
}

const HASH_BYTES = 20;

const base58 = createBase58check((bytes: Uint8Array) =>
  createHash('sha256').update(bytes).digest(),
);

const base58Address = (version: number, hash: string): string =>
  base58.encode(Buffer.concat([Buffer.from([version]), Buffer.from(hash, 'hex')]));

/**
 * The longest text that is decoded as base58, because decoding takes time that grows with the
 * square of the length.
 */
const MAX_BASE58_LENGTH = 35;

function decodeBase58(address: string): Uint8Array | null {
  if (address.length > MAX_BASE58_LENGTH) return null;
  try {
    return base58.decode(address);
  } catch {
    return null;
  }
}
