import { randomInt } from 'node:crypto';

/** `--seed random` draws a seed that can be named again; any other text is taken as it is. */
export const drawSeed = (): number => randomInt(1, 2 ** 31 - 1);

export const readSeed = (text: string): string => (text === 'random' ? String(drawSeed()) : text);
