import { sat } from '../../src/base/amount.ts';
import { NO_OUTFLOW_LIMITS } from '../../src/outflow/outflow-limits.ts';
import { createOutflowStore } from '../../src/outflow/sql/outflow-store.ts';
import type { Contest } from '../contest.ts';
import { openPayments } from './external.ts';

/** A limit above everything that is sent here. */
const MUCH = sat(1_000_000_000_000n);

/** Measures what limits on all that leaves cost the payments that leave. */
export const externalLimited: Contest = {
  name: 'external-limited',
  work: 'external payments while what leaves is limited',
  bouts: [
    { callers: 16, atLeast: 0.97 },
    { callers: 64, atLeast: 0.97 },
  ],
  yardstick: 'the same without limits',
  async open(stage) {
    const outflow = createOutflowStore(stage.beside.database);
    const { ours: pay, close } = await openPayments(stage);
    const limits = {
      hourSat: MUCH,
      daySat: MUCH,
      netDaySat: null,
      singleSat: MUCH,
      countHour: null,
    };
    return {
      ours: async (calls) => {
        await outflow.setBySettings(limits, 'enforce');
        return await pay(calls);
      },
      yardstick: async (calls) => {
        await outflow.setBySettings(NO_OUTFLOW_LIMITS, 'off');
        return await pay(calls);
      },
      close: async () => {
        await outflow.setBySettings(NO_OUTFLOW_LIMITS, 'off');
        await close();
      },
    };
  },
};
