import { createHash } from 'node:crypto';
import type { Clock } from '../base/clock.ts';

/** 2026-01-01, 00:00 UTC. */
const CHAIN_START_SEC = 1_767_225_600;
const BLOCK_SEC = 600;

/** The block height of the network: one block every ten minutes since a fixed day. */
export const blockHeight = (clock: Clock): number =>
  Math.floor((clock.now().getTime() / 1000 - CHAIN_START_SEC) / BLOCK_SEC);

export const blockTimeSec = (height: number): number => CHAIN_START_SEC + height * BLOCK_SEC;

export const blockHash = (height: number): string =>
  createHash('sha256').update(`block ${height}`).digest('hex');
