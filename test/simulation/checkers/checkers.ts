import { answersHold } from './answers-hold.ts';
import { booksBalance } from './books-balance.ts';
import type { Checker } from './checker.ts';
import { everythingEnded } from './everything-ended.ts';
import { everythingReceived } from './everything-received.ts';
import { handedOverOnce } from './handed-over-once.ts';
import { noAlarm } from './no-alarm.ts';
import { noBug } from './no-bug.ts';
import { noEarlyFailure } from './no-early-failure.ts';
import { paidAsProved } from './paid-as-proved.ts';
import { paidOncePerOrder } from './paid-once-per-order.ts';
import { receivedOnce } from './received-once.ts';
import { statesGoForward } from './states-go-forward.ts';
import { unclaimedAsPredicted } from './unclaimed-as-predicted.ts';
import { walletsAsPredicted } from './wallets-as-predicted.ts';
import { withinBudget } from './within-budget.ts';

/** Hold at every moment. */
export const ALWAYS: readonly Checker[] = [
  booksBalance,
  noEarlyFailure,
  handedOverOnce,
  statesGoForward,
  receivedOnce,
  paidOncePerOrder,
  withinBudget,
  answersHold,
  noAlarm,
  noBug,
];

/** Hold when all is quiet and recovery had its time. */
export const IN_THE_END: readonly Checker[] = [
  ...ALWAYS,
  everythingReceived,
  everythingEnded,
  paidAsProved,
  walletsAsPredicted,
  unclaimedAsPredicted,
];
