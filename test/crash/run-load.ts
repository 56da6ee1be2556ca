import { setTimeout as wait } from 'node:timers/promises';
import { APP_MIX } from './app-steps.ts';
import { CHAIN_MIX } from './chain-steps.ts';
import type { Dice } from './dice.ts';
import type { Load } from './load.ts';
import { LOAD_MIX, type Step } from './load-steps.ts';

/** In one run of the load. */
export const STEPS_MAX = 150;
const LANES = 12;

/**
 * Runs steps of all kinds side by side, until it is over or the most were begun; with a pause after
 * each, where it has to last.
 */
export async function runLoad(
  load: Load,
  isOver: () => boolean,
  { stepsMax, pauseMs } = { stepsMax: STEPS_MAX, pauseMs: 0 },
  ofPeople = LOAD_MIX,
): Promise<void> {
  const mix = [...ofPeople, ...(load.hasApps ? APP_MIX : []), ...(load.hasChain ? CHAIN_MIX : [])];
  let left = stepsMax;
  const lane = async (): Promise<void> => {
    while (!isOver() && left > 0) {
      left -= 1;
      await pickStep(load.dice, mix)(load);
      if (pauseMs > 0) await wait(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

function pickStep(dice: Dice, mix: typeof LOAD_MIX): Step {
  const total = mix.reduce((sum, [weight]) => sum + weight, 0);
  let rest = dice.below(total);
  for (const [weight, step] of mix) {
    rest -= weight;
    if (rest < 0) return step;
  }
  throw new Error('the weights of the steps cover their sum');
}
