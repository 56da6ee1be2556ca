/**
 * Whether a text looks like the words from which a wallet is restored. Which words they are does
 * not matter: no one may be led to paste theirs.
 */
export function isLikeSeed(text: string): boolean {
  const words = text
    .trim()
    .split(/[\s,;]+/)
    // Words are often numbered, as in `1. zoo`.
    .map((word) => word.replace(/^\d{1,2}[.):]?/, '').replace(/[.]$/, ''))
    .filter((word) => word !== '');
  return SEED_LENGTHS.has(words.length) && words.every((word) => SEED_WORD.test(word));
}

/** Numbers of words that BIP 39 knows; those of LND are 24. */
const SEED_LENGTHS: ReadonlySet<number> = new Set([12, 15, 18, 21, 24]);
const SEED_WORD = /^\p{L}{3,8}$/u;
