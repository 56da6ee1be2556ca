/**
 * Whether a text looks like the seed words of a wallet. Whether the words are valid does not
 * matter, because no one should paste theirs.
 */
export function isLikeSeed(text: string): boolean {
  const words = text
    .trim()
    .split(/[\s,;]+/)
    // Seed words are often numbered, as in `1. zoo`.
    .map((word) => word.replace(/^\d{1,2}[.):]?/, '').replace(/[.]$/, ''))
    .filter((word) => word !== '');
  return SEED_LENGTHS.has(words.length) && words.every((word) => SEED_WORD.test(word));
}

/** The lengths of seeds in BIP 39. LND's seeds have 24 words. */
const SEED_LENGTHS: ReadonlySet<number> = new Set([12, 15, 18, 21, 24]);
const SEED_WORD = /^\p{L}{3,8}$/u;
