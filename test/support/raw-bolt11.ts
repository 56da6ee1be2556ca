import { bech32 } from '@scure/base';
import { assert } from '../../src/base/assert.ts';
import { signPart } from '../../src/lightning/bolt11-signature.ts';
import { joinTags, splitTags, type Tag } from '../../src/lightning/bolt11-tags.ts';
import type { Words } from '../../src/lightning/bolt11-words.ts';

/** An invoice in parts that a test can spoil one by one and sign again, whatever they contain. */
export interface RawBolt11 {
  readonly prefix: string;
  /** The words of the timestamp and the tagged fields. */
  readonly words: Words;
  readonly signature: Words;
}

export function takeApart(text: string): RawBolt11 {
  const decoded = bech32.decodeUnsafe(text, false);
  assert(decoded, 'the test begins with a good invoice');
  return {
    prefix: decoded.prefix,
    words: decoded.words.slice(0, -104),
    signature: decoded.words.slice(-104),
  };
}

/** Joins the parts with a right checksum. The signature stays as it is. */
export const putTogether = (raw: RawBolt11): string =>
  bech32.encode(raw.prefix, [...raw.words, ...raw.signature], false);

export const sign = (prefix: string, words: Words, privateKey: Uint8Array): string =>
  putTogether({ prefix, words, signature: signPart({ prefix, words }, privateKey) });

export function tagsOf(raw: RawBolt11): readonly Tag[] {
  const tags = splitTags(raw.words, 7, raw.words.length);
  assert(tags !== null, 'the test begins with a good invoice');
  return tags;
}

export const signTags = (raw: RawBolt11, tags: readonly Tag[], privateKey: Uint8Array): string =>
  sign(raw.prefix, [...raw.words.slice(0, 7), ...joinTags(tags)], privateKey);
