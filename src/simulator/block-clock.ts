import type { Clock } from '../base/clock.ts';

/** The time of the first block: 2026-01-01, 00:00 UTC. */
const CHAIN_START_SEC = 1_767_225_600;
const BLOCK_SEC = 600;

/** The number of blocks that the clock has made by now: one every ten minutes since a fixed day. */
export const clockHeight = (clock: Clock): number =>
  Math.floor((clock.now().getTime() / 1000 - CHAIN_START_SEC) / BLOCK_SEC);

/** The time at which the clock makes the block with this number. */
export const blockTimeSec = (height: number): number => CHAIN_START_SEC + height * BLOCK_SEC;
