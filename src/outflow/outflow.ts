/** What starts and runs with the service: limits that the settings have, the alarm and the job. */

import { DAY_SEC } from '../base/durations.ts';
import type { Jobs } from '../base/jobs.ts';
import { type Config, usesPlayMoney } from '../config/config.ts';
import type { OutflowStore } from './outflow-store.ts';

/**
 * Writes the limits of the settings, before anything leaves. Limits are off with play money, unless
 * the settings say otherwise.
 */
export async function applySettings(
  outflow: Pick<OutflowStore, 'setBySettings'>,
  { outflow: { mode, limits }, lightning }: Pick<Config, 'outflow' | 'lightning'>,
): Promise<void> {
  const usual = usesPlayMoney(lightning) ? 'off' : null;
  await outflow.setBySettings(limits, mode ?? usual);
}

export const outflowJobs = (deps: { readonly outflow: Pick<OutflowStore, 'prune'> }): Jobs => ({
  'sweep-outflow': { work: () => deps.outflow.prune().then(() => undefined), everySec: DAY_SEC },
});
