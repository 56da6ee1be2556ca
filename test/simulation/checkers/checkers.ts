import type { Model } from '../model.ts';
import { answersHold } from './answers-hold.ts';
import { answersProved } from './answers-proved.ts';
import {
  approvedAsBooked,
  nothingWaits,
  refusedStayUnpaid,
  verdictsStay,
} from './approvals-hold.ts';
import { askedKept } from './asked-kept.ts';
import { booksBalance } from './books-balance.ts';
import { callsHold } from './calls-hold.ts';
import type { Checker } from './checker.ts';
import {
  depositsAsMined,
  depositsCredited,
  orphansTold,
  replacedGivenUp,
} from './deposits-as-mined.ts';
import { eventsBeginOnce } from './events-begin-once.ts';
import { everythingEnded } from './everything-ended.ts';
import { everythingReceived } from './everything-received.ts';
import { coinsSpentOnce, feeBumpsAsMined, feeBumpsEnded } from './fee-bumps-as-mined.ts';
import { handedOverOnce } from './handed-over-once.ts';
import { insideGoesOn } from './inside-goes-on.ts';
import { keysendsSentOnce } from './keysends-sent-once.ts';
import { marksAnswered } from './marks-answered.ts';
import { namesStay } from './names-stay.ts';
import { noAlarm } from './no-alarm.ts';
import { noBug } from './no-bug.ts';
import { noEarlyFailure } from './no-early-failure.ts';
import { noViolation } from './no-violation.ts';
import { notGivenBack } from './not-given-back.ts';
import { oneAnswerPerEvent } from './one-answer-per-event.ts';
import { paidAsProved, settledAsProved } from './paid-as-proved.ts';
import { paidOncePerOrder } from './paid-once-per-order.ts';
import { receivedOnce } from './received-once.ts';
import { refusalsStay } from './refusals-stay.ts';
import { requestsAnswered } from './requests-answered.ts';
import { statesGoForward } from './states-go-forward.ts';
import { unclaimedAsPredicted } from './unclaimed-as-predicted.ts';
import { unpaidPruned } from './unpaid-pruned.ts';
import { walletsAsPredicted } from './wallets-as-predicted.ts';
import {
  coinsAsMined,
  orderedOnce,
  withdrawalsAsMined,
  withdrawalsEnded,
} from './withdrawals-as-mined.ts';
import { withinAddressLimits } from './within-address-limits.ts';
import { withinBudget } from './within-budget.ts';
import { withinOutflow } from './within-outflow.ts';
import { withinSendLimit } from './within-send-limit.ts';

/** Hold at every moment. */
const ALWAYS: readonly Checker[] = [
  booksBalance,
  noEarlyFailure,
  handedOverOnce,
  statesGoForward,
  receivedOnce,
  paidOncePerOrder,
  withinBudget,
  withinSendLimit,
  withinOutflow,
  answersHold,
  noAlarm,
  noBug,
  noViolation,
  askedKept,
  withinAddressLimits,
  namesStay,
  oneAnswerPerEvent,
  eventsBeginOnce,
  refusalsStay,
  answersProved,
  marksAnswered,
  keysendsSentOnce,
  insideGoesOn,
  callsHold,
  depositsAsMined,
  withdrawalsAsMined,
  feeBumpsAsMined,
  coinsSpentOnce,
  orderedOnce,
  approvedAsBooked,
  verdictsStay,
  refusedStayUnpaid,
];

/** Hold in a database that went back to an earlier state: what it lost, it lost. */
const ALWAYS_ALL_THE_SAME: readonly Checker[] = [
  booksBalance,
  receivedOnce,
  noBug,
  noViolation,
  notGivenBack,
  keysendsSentOnce,
  insideGoesOn,
  withinOutflow,
  depositsAsMined,
  withdrawalsAsMined,
  feeBumpsAsMined,
  coinsSpentOnce,
  approvedAsBooked,
];

const CHAIN_IN_THE_END: readonly Checker[] = [
  depositsCredited,
  orphansTold,
  withdrawalsEnded,
  feeBumpsEnded,
  coinsAsMined,
];

/** Hold when all is quiet and recovery had its time. */
const IN_THE_END: readonly Checker[] = [
  ...ALWAYS,
  everythingReceived,
  everythingEnded,
  nothingWaits,
  requestsAnswered,
  paidAsProved,
  walletsAsPredicted,
  unclaimedAsPredicted,
  ...CHAIN_IN_THE_END,
];

const IN_THE_END_ALL_THE_SAME: readonly Checker[] = [
  ...ALWAYS_ALL_THE_SAME,
  everythingEnded,
  nothingWaits,
  requestsAnswered,
  settledAsProved,
  ...CHAIN_IN_THE_END,
];

/** Hold once pruning had its time as well. */
const LONG_AFTER: readonly Checker[] = [...IN_THE_END, unpaidPruned, replacedGivenUp];

/** When a run is looked at: on the way, when all is quiet, or long after that. */
export type Moment = 'on the way' | 'in the end' | 'long after';

export const checkersOf = ({ goneBack }: Model, moment: Moment): readonly Checker[] => {
  if (goneBack !== null) {
    return moment === 'on the way' ? ALWAYS_ALL_THE_SAME : IN_THE_END_ALL_THE_SAME;
  }
  if (moment === 'on the way') return ALWAYS;
  return moment === 'in the end' ? IN_THE_END : LONG_AFTER;
};
