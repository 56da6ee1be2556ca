import { chooseName, pruneAhead, switchSomeone } from './addresses.ts';
import { appAsks, appPays, replayRequest } from './app-requests.ts';
import { appRaces, changeApp } from './apps.ts';
import { changeBudget } from './change-budget.ts';
import type { Dice } from './dice.ts';
import {
  connectionsBreak,
  databaseGoesAway,
  freezeOne,
  killOne,
  nodeIsReplaced,
  nodeRestarts,
  startOne,
  stopOne,
  weatherChanges,
} from './disasters.ts';
import { databaseGoesBack, operatorReleases } from './going-back.ts';
import {
  ampIn,
  keysendIn,
  operatorIsPaid,
  operatorPays,
  payInFromExternalNode,
  retell,
} from './network.ts';
import {
  orderBatch,
  orderInvoice,
  orderKeysend,
  payNewBill,
  payOldBill,
  payOwnInvoice,
  repeatOrder,
} from './orders.ts';
import { phoneMakesInvoice, phonePays, phoneRepeats } from './phone-calls.ts';
import type { Simulation } from './simulation.ts';
import { askAddress, holdAsked, payAsked, payAskedInside, verifyAsked } from './strangers.ts';

type Action = (simulation: Simulation) => void;

/** How often each thing happens, in relation to the others. */
const ACTIONS: readonly (readonly [weight: number, action: Action])[] = [
  [6, orderInvoice],
  [7, payOwnInvoice],
  [7, payNewBill],
  [8, payOldBill],
  [14, orderKeysend],
  [3, orderBatch],
  [8, repeatOrder],
  [8, payInFromExternalNode],
  [6, keysendIn],
  [2, ampIn],
  [2, operatorIsPaid],
  [3, operatorPays],
  [3, retell],
  [5, killOne],
  [6, startOne],
  [2, stopOne],
  [2, freezeOne],
  [1, databaseGoesAway],
  [1, nodeRestarts],
  [1, nodeIsReplaced],
  [2, connectionsBreak],
  [2, weatherChanges],
  [2, changeBudget],
  [0.6, databaseGoesBack],
  [0.5, operatorReleases],
  [9, askAddress],
  [3, payAsked],
  [1.5, holdAsked],
  [3, payAskedInside],
  [1, verifyAsked],
  [1.5, pruneAhead],
  [1.5, chooseName],
  [0.6, switchSomeone],
  [7, appPays],
  [4, appAsks],
  [7, replayRequest],
  [4, phonePays],
  [2, phoneRepeats],
  [1, phoneMakesInvoice],
  [1.5, changeApp],
  [2, appRaces],
];

const SHARES_OF_ONE = 50;

const BAG: readonly Action[] = ACTIONS.flatMap(([weight, action]) =>
  Array(Math.round(weight * SHARES_OF_ONE)).fill(action),
);

export const drawAction = (dice: Dice): Action => dice.pick(BAG);

/** Mostly things happen close together, so that they meet. */
export function drawPauseMs(dice: Dice): number {
  if (dice.chance(0.5)) return 0;
  if (dice.chance(0.7)) return dice.between(1, 300);
  return dice.chance(0.9) ? dice.between(300, 3000) : dice.between(3000, 30_000);
}
