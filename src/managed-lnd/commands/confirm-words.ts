import type { Random } from '../../base/random.ts';
import { ask, showMeanwhile } from '../../cli/ask.ts';
import { printProgress } from '../../cli/print.ts';
import { RefusedError } from '../../cli/refused.ts';

const ASKED_WORDS = 3;
const COLUMNS = 4;

/**
 * Shows the seed words of a new wallet and asks for a few of them, again and again until the
 * answers are right. The wallet is made only after that, so that no wallet exists whose words no
 * one has.
 */
export async function confirmWords(words: readonly string[], random: Random): Promise<void> {
  for (;;) {
    await showMeanwhile(pageOfWords(words), async () => {
      const answer = await ask('Press Enter when you have written them down.');
      if (answer === null) throw new RefusedError(VOID);
    });
    if (await knowsWords(words, random)) return;
    printProgress('That is not what was shown: here are the words again.');
  }
}

const VOID =
  'no wallet was made, so the words that were shown are void: strike them out if you have ' +
  'written them down';

async function knowsWords(words: readonly string[], random: Random): Promise<boolean> {
  for (const place of drawPlaces(words.length, random)) {
    const answer = await ask(`Word ${place + 1}:`);
    if (answer === null) throw new RefusedError(VOID);
    if (answer.toLowerCase() !== words[place]) return false;
  }
  return true;
}

function drawPlaces(count: number, random: Random): readonly number[] {
  const places = new Set<number>();
  // A byte from this bound on is drawn again: with these bytes, the first words would be chosen
  // more often than the others.
  const fair = 256 - (256 % count);
  while (places.size < ASKED_WORDS) {
    const [byte = 0] = random.bytes(1);
    if (byte < fair) places.add(byte % count);
  }
  return [...places].sort((a, b) => a - b);
}

const pageOfWords = (words: readonly string[]): readonly string[] => [
  'These are the 24 words of the wallet. Write them down on paper, with their numbers.',
  '',
  ...linesOfWords(words),
  '',
  'They are shown this once. Anyone who has them has the money of the node, and without them',
  'it is lost when this disk is. They are words of LND (aezeed), not of BIP 39: only LND takes',
  'them, and other wallets refuse them. What lies in channels needs the channel backup too.',
  '',
];

/** Lays out the seed words in columns with their numbers, to be read from left to right. */
export function linesOfWords(words: readonly string[]): readonly string[] {
  const cells = words.map((word, index) => `${String(index + 1).padStart(4)} ${word.padEnd(10)}`);
  const rows = Math.ceil(words.length / COLUMNS);
  return Array.from({ length: rows }, (_, row) =>
    cells.slice(row * COLUMNS, (row + 1) * COLUMNS).join(''),
  );
}
