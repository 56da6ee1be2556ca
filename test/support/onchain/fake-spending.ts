import { type Sat, sat } from '../../../src/base/amount.ts';
import type { Withdrawing } from '../../../src/onchain/order-withdrawal.ts';

/**
 * Creates a wallet that estimates 1,000 sat for each transaction, at 4 sat/vB. It sends nothing.
 */
export function createFakeSpending() {
  let feeSat: Sat | null = sat(1000n);
  let satPerKw = 1000n;
  let asked = 0;
  const withdrawing: Withdrawing = {
    spending: {
      feeRate: async () => satPerKw,
      estimateFee: async () => {
        asked += 1;
        return feeSat;
      },
    },
    rules: { minSendSat: sat(5000n), maxFeeRate: 200n },
  };
  return {
    withdrawing,
    asked: () => asked,
    setFee: (fee: bigint | null): void => {
      feeSat = fee === null ? null : sat(fee);
    },
    setRate: (rate: bigint): void => {
      satPerKw = rate;
    },
  };
}
