import { randomInt } from 'node:crypto';

/** Draws a seed for `--seed random`. The seed is printed, so that the same run can be repeated. */
export const drawSeed = (): number => randomInt(1, 2 ** 31 - 1);

export const readSeed = (text: string): string => (text === 'random' ? String(drawSeed()) : text);
