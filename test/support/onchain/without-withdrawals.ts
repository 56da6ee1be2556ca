import { msat } from '../../../src/base/amount.ts';
import type { LookAtChainDeps } from '../../../src/onchain/look-at-chain.ts';
import { NO_BALANCES } from '../scripted-node/scripted-node.ts';

/** What a look at the chain needs of withdrawals and channels when no one makes any. */
export const WITHOUT_WITHDRAWALS: Pick<
  LookAtChainDeps,
  | 'alarms'
  | 'chainSpending'
  | 'comparisons'
  | 'config'
  | 'feeBumps'
  | 'lightning'
  | 'stops'
  | 'withdrawals'
> = {
  chainSpending: null,
  lightning: { balances: async () => ({ ...NO_BALANCES, localMsat: msat(0n) }) },
  config: { isNodeShared: false },
  withdrawals: {
    listToDrive: async () => [],
    listSigned: async () => new Set(),
    sign: notAsked,
    settle: notAsked,
    fail: notAsked,
    placeSettled: notAsked,
    freeCoins: notAsked,
  },
  feeBumps: {
    listOpen: async () => [],
    listLost: notAsked,
    noteFound: notAsked,
    end: notAsked,
  },
  comparisons: { stopAsRewound: notAsked },
  stops: { stopForOperator: notAsked },
  alarms: {
    raiseAlarm: async () => undefined,
    endAlarm: async () => undefined,
    wasRaised: async () => false,
  },
};

function notAsked(): never {
  throw new Error('there are no withdrawals');
}
