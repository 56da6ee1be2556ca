import type { Clock } from '../../src/base/clock.ts';
import { Fault } from '../../src/base/fault.ts';
import { MoneyOutcomeUnknown } from '../../src/ledger/money-store.ts';
import { NodeFault } from '../../src/lightning/node-port.ts';
import type { Dice } from './dice.ts';

/** What goes wrong between the processes and what they call. */
export interface Weather {
  readonly dice: Dice;
  readonly clock: Clock;
  /** How many calls, of one, take their time, and how long at most. */
  slowShare: number;
  slowestMs: number;
  /** How many calls, of one, end with an error, before or after they had their effect. */
  errorShare: number;
  isDatabaseAway: boolean;
}

export const createWeather = (dice: Dice, clock: Clock): Weather => ({
  dice,
  clock,
  slowShare: 0,
  slowestMs: 0,
  errorShare: 0,
  isDatabaseAway: false,
});

export function clearUp(weather: Weather): void {
  weather.slowShare = 0;
  weather.errorShare = 0;
  weather.isDatabaseAway = false;
}

/** A part of the way of a call or of its answer; most take no time. */
export async function travel({ dice, clock, slowShare, slowestMs }: Weather): Promise<void> {
  if (slowShare > 0 && dice.chance(slowShare)) await clock.sleep(dice.between(1, slowestMs));
}

/** Where a call breaks, if it does. */
export function drawBreak({ dice, errorShare }: Weather): 'before' | 'after' | null {
  if (errorShare === 0 || !dice.chance(errorShare)) return null;
  return dice.chance(0.5) ? 'before' : 'after';
}

export class DatabaseAway extends Fault {
  override readonly name = 'DatabaseAway';
  readonly isTransient = true;
}

export const databaseFault = (): Error => new DatabaseAway('the database did not answer');
/** A caller cannot distinguish a lost call from a lost answer. */
export const lostMoneyAnswer = (): Error => new MoneyOutcomeUnknown('the database did not answer');
export const nodeFault = (): Error => new NodeFault('the node did not answer');
