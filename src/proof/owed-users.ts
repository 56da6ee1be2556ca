import { assert } from '../base/assert.ts';
import { bytesToHex } from '../base/hex.ts';
import type { OwedToUser } from './leaf.ts';
import { PARTS_PER_USER } from './limits.ts';

/**
 * Where the fields of a packed user begin, after the id: the amount, the number of the last record,
 * the hash of the statement chain, and the places of the leaves.
 */
const AMOUNT_AT = 16;
const SEQ_AT = 24;
const HEAD_AT = 32;
const PLACES_AT = 64;
export const USER_BYTES = PLACES_AT + 4 * PARTS_PER_USER;

/**
 * Many users packed into bytes, in the order of their ids. As objects, they would take about ten
 * times as much memory.
 */
export type PackedUsers = Buffer;

export const countUsers = (users: PackedUsers): number => users.length / USER_BYTES;

export interface NewOwed extends OwedToUser {
  readonly userId: string;
}

export function packUsers(users: readonly NewOwed[]): PackedUsers {
  const packed = Buffer.alloc(users.length * USER_BYTES);
  for (const [place, { userId, msat, recordSeq, chainHead }] of users.entries()) {
    const at = place * USER_BYTES;
    packed.write(userId.replaceAll('-', ''), at, 'hex');
    packed.writeBigUInt64BE(msat, at + AMOUNT_AT);
    packed.writeBigUInt64BE(recordSeq, at + SEQ_AT);
    packed.set(chainHead, at + HEAD_AT);
  }
  return packed;
}

export interface PackedUser extends Omit<OwedToUser, 'identifier'> {
  readonly userId: string;
}

export function userAt(users: PackedUsers, place: number): PackedUser {
  const at = place * USER_BYTES;
  return {
    userId: uuidText(users.subarray(at, at + AMOUNT_AT)),
    msat: users.readBigUInt64BE(at + AMOUNT_AT),
    recordSeq: users.readBigUInt64BE(at + SEQ_AT),
    chainHead: users.subarray(at + HEAD_AT, at + PLACES_AT),
  };
}

export function setLeafPlace(users: PackedUsers, place: number, part: number, leaf: number): void {
  users.writeUInt32BE(leaf, place * USER_BYTES + PLACES_AT + 4 * part);
}

export const leafPlaces = (users: PackedUsers, place: number): readonly number[] =>
  Array.from({ length: PARTS_PER_USER }, (_, part) =>
    users.readUInt32BE(place * USER_BYTES + PLACES_AT + 4 * part),
  );

/** Finds where a user is among packed users; null for one who is not among them. */
export function findPlace(users: PackedUsers, userId: string): number | null {
  const wanted = Buffer.from(userId.replaceAll('-', ''), 'hex');
  assert(wanted.length === AMOUNT_AT, 'an id has 16 bytes');
  for (let place = 0; place < countUsers(users); place += 1) {
    const at = place * USER_BYTES;
    if (users.compare(wanted, 0, AMOUNT_AT, at, at + AMOUNT_AT) === 0) return place;
  }
  return null;
}

function uuidText(bytes: Buffer): string {
  const hex = bytesToHex(bytes);
  const ends = [0, 8, 12, 16, 20, 32];
  return ends
    .slice(1)
    .map((end, place) => hex.slice(ends[place], end))
    .join('-');
}
