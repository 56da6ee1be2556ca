import type { LookAtChainDeps } from '../../../src/onchain/look-at-chain.ts';

/** What a look at the chain needs of withdrawals when no one makes any. */
export const WITHOUT_WITHDRAWALS: Pick<
  LookAtChainDeps,
  'alarms' | 'chainSpending' | 'comparisons' | 'config' | 'feeBumps' | 'stops' | 'withdrawals'
> = {
  chainSpending: null,
  config: { isNodeShared: false },
  withdrawals: {
    listToDrive: async () => [],
    listSigned: async () => new Set(),
    sign: notAsked,
    settle: notAsked,
    fail: notAsked,
    placeSettled: notAsked,
  },
  feeBumps: { listOpen: async () => [], end: notAsked },
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
