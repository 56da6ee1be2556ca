/** Writes and reads the file with which a user checks that a checkpoint counts them. */

import { bytesToHex } from '../base/hex.ts';
import { type FileFields, unreadable } from './file-fields.ts';
import type { OwedPart, OwedToUser } from './leaf.ts';
import { MAX_DEPTH, PARTS_PER_USER } from './limits.ts';
import type { SumNode } from './sum-tree.ts';

export const OWN_FORMAT = 'satchel-owed-mine-v1';

/**
 * The contents of the file with which a user checks that a checkpoint counts everything they have.
 */
export interface OwnFile extends OwedToUser {
  readonly epoch: bigint;
  readonly parts: readonly PlacedPart[];
}

export interface PlacedPart extends OwedPart {
  /** The place in the tree, counted from 0, of the leaf with this part of the user's money. */
  readonly index: number;
  /** The siblings on the way from the leaf to the root, lowest first. */
  readonly path: readonly SumNode[];
}

export const presentOwnFile = (file: OwnFile) => ({
  format: OWN_FORMAT,
  epoch: String(file.epoch),
  identifier: file.identifier,
  record_seq: String(file.recordSeq),
  chain_head: bytesToHex(file.chainHead),
  total_msat: String(file.msat),
  parts: file.parts.map(({ part, index, msat, nonce, path }) => ({
    part,
    index,
    msat: String(msat),
    nonce: bytesToHex(nonce),
    path: path.map((sibling) => ({ hash: bytesToHex(sibling.hash), msat: String(sibling.msat) })),
  })),
});

export const ownFileText = (file: OwnFile): string =>
  `${JSON.stringify(presentOwnFile(file), null, 1)}\n`;

export function readOwnFile(file: FileFields): OwnFile {
  if (file.text('format') !== OWN_FORMAT) throw unreadable('format');
  return {
    epoch: file.whole('epoch'),
    identifier: file.text('identifier'),
    recordSeq: file.whole('record_seq'),
    chainHead: file.hex('chain_head', 32),
    msat: file.msat('total_msat'),
    parts: file.list('parts', 2 * PARTS_PER_USER).map((part) => ({
      part: part.count('part', 255),
      index: part.count('index', 2 ** MAX_DEPTH - 1),
      msat: part.msat('msat'),
      nonce: part.hex('nonce', 32),
      path: part.list('path', 2 * MAX_DEPTH).map((sibling) => ({
        hash: sibling.hex('hash', 32),
        msat: sibling.msat('msat'),
      })),
    })),
  };
}
