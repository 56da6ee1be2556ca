import { bytesEqual, bytesToHex } from '../base/hex.ts';
import {
  checkpointHash,
  hasValidSignature,
  rootHash,
  type SignedCheckpoint,
  totalMsat,
} from './checkpoint.ts';
import { BadField, type FileFields, fieldsOf, unreadable } from './file-fields.ts';
import { MAX_DEPTH } from './limits.ts';
import { isOwedSum } from './owed-sum.ts';

export const CHECKPOINT_FORMAT = 'satchel-owed-v1';
export const CHAIN_FORMAT = 'satchel-owed-chain-v1';

/** A checkpoint as it is published, with the node's signature of its key if there is one. */
export interface PublishedCheckpoint {
  readonly checkpoint: SignedCheckpoint;
  readonly nodeSignature: string | null;
}

export const presentCheckpoint = ({ checkpoint, nodeSignature }: PublishedCheckpoint) => ({
  format: CHECKPOINT_FORMAT,
  epoch: String(checkpoint.epoch),
  time: checkpoint.time.toISOString(),
  node: checkpoint.node,
  depth: checkpoint.depth,
  users_root: bytesToHex(checkpoint.users.hash),
  users_msat: String(checkpoint.users.msat),
  unclaimed_msat: String(checkpoint.unclaimedMsat),
  in_flight_msat: String(checkpoint.inFlightMsat),
  root: bytesToHex(rootHash(checkpoint)),
  total_msat: String(totalMsat(checkpoint)),
  previous: bytesToHex(checkpoint.previous),
  key: bytesToHex(checkpoint.key),
  hash: bytesToHex(checkpointHash(checkpoint)),
  signature: bytesToHex(checkpoint.signature),
  key_signature: checkpoint.keySignature && bytesToHex(checkpoint.keySignature),
  node_signature: nodeSignature,
});

export const checkpointText = (published: PublishedCheckpoint): string =>
  `${JSON.stringify(presentCheckpoint(published), null, 2)}\n`;

/** Reads a published checkpoint, and checks everything that can be checked in it alone. */
export function readCheckpoint(file: FileFields): PublishedCheckpoint {
  if (file.text('format') !== CHECKPOINT_FORMAT) throw unreadable('format');
  const checkpoint: SignedCheckpoint = {
    epoch: file.whole('epoch'),
    time: readTime(file.text('time')),
    node: bytesToHex(file.hex('node', 33)),
    depth: file.count('depth', MAX_DEPTH),
    users: { hash: file.hex('users_root', 32), msat: file.msat('users_msat') },
    unclaimedMsat: file.msat('unclaimed_msat'),
    inFlightMsat: file.msat('in_flight_msat'),
    previous: file.hex('previous', 32),
    key: file.hex('key', 32),
    signature: file.hex('signature', 64),
    keySignature: file.optional('key_signature') === null ? null : file.hex('key_signature', 64),
  };
  const [root, total] = [file.hex('root', 32), file.msat('total_msat')];
  if (!isOwedSum(totalMsat(checkpoint))) {
    throw new BadField({ kind: 'sum_out_of_bounds', what: 'total_msat' });
  }
  const isWhole =
    bytesEqual(root, rootHash(checkpoint)) &&
    total === totalMsat(checkpoint) &&
    checkpoint.inFlightMsat <= checkpoint.users.msat &&
    bytesEqual(file.hex('hash', 32), checkpointHash(checkpoint));
  if (!isWhole) throw new BadField({ kind: 'wrong_root' });
  if (!hasValidSignature(checkpoint)) throw new BadField({ kind: 'wrong_signature' });
  const nodeSignature = file.optional('node_signature');
  if (nodeSignature !== null && typeof nodeSignature !== 'string') {
    throw unreadable('node_signature');
  }
  return { checkpoint, nodeSignature };
}

export const readCheckpointText = (text: string): PublishedCheckpoint =>
  readCheckpoint(fieldsOf(parseProofJson(text), 'checkpoint'));

export function parseProofJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable('JSON');
  }
}

function readTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()) || time.getTime() < 0 || time.toISOString() !== text) {
    throw unreadable('time');
  }
  return time;
}
