/**
 * The seed from which all randomness in tests begins. The default never changes, so each run of the
 * tests draws the same cases. `npm run test:hunt` sets other seeds.
 */
const DEFAULT_SEED = 1;

/** The seed of this run of the tests. */
export const testSeed = (): number => readWhole('TEST_SEED', DEFAULT_SEED);

/**
 * How many of these random cases a run of the tests plays: a quarter of them, all of them with
 * `TEST_RUNS_FACTOR=1`, and five times as many in the hunt.
 */
export const runsOf = (all: number): number =>
  Math.ceil(all * readWhole('TEST_RUNS_FACTOR', 1 / 4));

/** Derives one of many seeds from another one. Neighbouring seeds differ much. */
export function deriveSeed(seed: number, index: number): number {
  const mixed = Math.imul((seed + Math.imul(index + 1, 0x9e3779b1)) ^ (index << 7), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) & 0x7fffffff;
}

function readWhole(name: string, usual: number): number {
  const text = process.env[name];
  if (text === undefined || text === '') return usual;
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new Error(`${name} takes a whole number from 1`);
  return Number(text);
}
