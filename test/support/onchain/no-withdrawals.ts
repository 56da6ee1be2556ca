import assert from 'node:assert/strict';
import { WITHOUT_ALLOWANCE } from '../../../src/authorization/daily-allowance.ts';
import { createStorageAllowance } from '../../../src/authorization/storage-allowance.ts';
import type { OrderWithdrawalDeps } from '../../../src/onchain/order-withdrawal.ts';
import type { PayDeps } from '../../../src/payments/pay-deps.ts';

/** Dependencies for tests that send nothing on the chain. */
export const NO_WITHDRAWALS: Omit<OrderWithdrawalDeps, keyof PayDeps> = {
  withdrawals: new Proxy<OrderWithdrawalDeps['withdrawals']>(Object.create(null), {
    get: (_, name) => assert.fail(`nothing is sent over the chain: ${String(name)}`),
  }),
  deposits: { readHeight: async () => null },
  withdrawing: null,
  storage: createStorageAllowance(WITHOUT_ALLOWANCE),
  sendLimits: { limits: { applySendLimit: async () => false }, hasDefault: false },
  openPaymentsMax: 100,
  ordered: { notify: () => undefined },
};
