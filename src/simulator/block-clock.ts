import type { Clock } from '../base/clock.ts';

/** 2026-01-01, 00:00 UTC. */
const CHAIN_START_SEC = 1_767_225_600;
const BLOCK_SEC = 600;

/** How many blocks the clock has made: one every ten minutes since a fixed day. */
export const clockHeight = (clock: Clock): number =>
  Math.floor((clock.now().getTime() / 1000 - CHAIN_START_SEC) / BLOCK_SEC);

/** When the clock makes the block of this number. */
export const blockTimeSec = (height: number): number => CHAIN_START_SEC + height * BLOCK_SEC;
