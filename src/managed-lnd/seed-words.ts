import { accept, type Result, refuse } from '../base/result.ts';
import type { WordsRefusal } from '../lightning/wallet-setup.ts';

/** The number of seed words of an LND wallet (aezeed). */
export const SEED_WORDS = 24;

/** Numbers of seed words that other wallets use (BIP 39), named in the error message. */
const OTHER_COUNTS: readonly number[] = [12, 15, 18, 21];

/**
 * Reads seed words as people write them: in lines or columns, with or without numbers. Only LND can
 * check whether they belong together. The error message contains none of the words, because they
 * are secret.
 */
export function parseSeedWords(
  text: string,
): Result<readonly string[], { readonly message: string }> {
  const words = text
    .split(/[\s,]+/)
    .map((word) => word.replace(/^\d+[.):]?/, '').toLowerCase())
    .filter(Boolean);
  if (words.length === SEED_WORDS) return accept(words);
  const count = words.length === 1 ? '1 word' : `${words.length} words`;
  return refuse({
    message:
      `the file holds ${count}, but an LND wallet has ${SEED_WORDS} (aezeed)` +
      (OTHER_COUNTS.includes(words.length)
        ? ': these look like the words of another kind of wallet (BIP 39), which LND does not take'
        : ''),
  });
}

export function explainWords(refusal: WordsRefusal): string {
  switch (refusal.kind) {
    case 'misfit':
      return (
        'the 24 words do not fit together: one of them is another word or stands in another ' +
        'place, or they are the words of another kind of wallet (BIP 39), which LND does not take'
      );
    case 'unknown_word':
      return (
        `word ${refusal.place} of the 24 is none of the 2048 words that there are: look for a ` +
        'slip of the pen'
      );
    case 'passphrase':
      return 'the 24 words are protected by a passphrase of their own, which Satchel does not take';
  }
}
