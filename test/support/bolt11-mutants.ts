import fc from 'fast-check';
import { encodeBolt11 } from '../../src/lightning/bolt11-encode.ts';
import type { Tag } from '../../src/lightning/bolt11-tags.ts';
import { MAX_TAG_WORDS } from '../../src/lightning/bolt11-words.ts';
import { privateKey, tagOrder, usualInvoice } from './bolt11-arbitraries.ts';
import { putTogether, type RawBolt11, sign, signTags, tagsOf, takeApart } from './raw-bolt11.ts';

/**
 * Draws invoices that were changed a little but have a right checksum: either a word, a field or
 * the prefix was changed and signed again by the same key, or the signature was changed. Many of
 * them are still valid.
 */
export const mutant = (): fc.Arbitrary<string> => {
  const start = fc.record({ invoice: usualInvoice(), key: privateKey(), order: tagOrder() });
  const change = fc.record({
    kind: fc.constantFrom(...KINDS),
    place: fc.nat(),
    word: fc.nat({ max: 31 }),
  });
  return fc.tuple(start, change).map(([{ invoice, key, order }, { kind, ...at }]) => {
    const raw = takeApart(encodeBolt11(invoice, key, order));
    return kind(raw, key, at);
  });
};

interface Place {
  readonly place: number;
  readonly word: number;
}

type Mutation = (raw: RawBolt11, key: Uint8Array, at: Place) => string;

const replaceAt = <T>(list: readonly T[], place: number, item: T): T[] =>
  list.map((old, index) => (index === place % list.length ? item : old));

const changeWord: Mutation = (raw, key, { place, word }) =>
  sign(raw.prefix, replaceAt(raw.words, place, word), key);

const changeSignature: Mutation = (raw, _key, { place, word }) =>
  putTogether({ ...raw, signature: replaceAt(raw.signature, place, word) });

const changePrefix: Mutation = (raw, key, { place, word }) => {
  const letter = '0123456789munpbctrsl'[word % 20] ?? '';
  return sign(replaceAt([...raw.prefix], place, letter).join(''), raw.words, key);
};

/** Replaces a field, chosen by its position, by no field, one or two. */
const changeField =
  (change: (tag: Tag, at: Place) => Tag[]): Mutation =>
  (raw, key, at) => {
    const tags = tagsOf(raw);
    const chosen = at.place % tags.length;
    const changed = tags.flatMap((tag, index) => (index === chosen ? change(tag, at) : [tag]));
    return signTags(raw, changed, key);
  };

const KINDS: readonly Mutation[] = [
  changeWord,
  changeSignature,
  changePrefix,
  changeField(() => []),
  changeField((tag) => [tag, tag]),
  changeField((tag) => [{ ...tag, words: tag.words.slice(0, -1) }]),
  changeField((tag, { word }) => [{ ...tag, words: [...tag.words, word].slice(-MAX_TAG_WORDS) }]),
  changeField((tag, { place, word }) => [{ ...tag, words: replaceAt(tag.words, place, word) }]),
  changeField((tag, { place, word }) => [
    tag,
    { ...tag, words: replaceAt(tag.words, place, word) },
  ]),
];
