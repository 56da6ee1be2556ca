import { createStateAlarm, type StateAlarmDeps } from '../alarms/state-alarm.ts';
import { type RunPeriodicallyDeps, runPeriodically } from '../background/run-periodically.ts';
import { HOUR_MS } from '../base/durations.ts';
import type { OutflowStore } from './outflow-store.ts';

export interface WatchOutflowDeps extends RunPeriodicallyDeps, StateAlarmDeps {
  readonly outflow: Pick<OutflowStore, 'read'>;
}

const EVERY_MS = 3000;

/**
 * Raises an alarm within seconds when a limit on what leaves has stopped everything, or was passed
 * while limits are only observed. Each process does so, because a thief may have stopped others.
 */
export async function watchOutflow(deps: WatchOutflowDeps, signal: AbortSignal): Promise<void> {
  const stopped = createStateAlarm(
    deps,
    { kind: 'outflow_stopped', subject: '' },
    'money may leave again',
  );
  const passed = createStateAlarm(
    deps,
    { kind: 'outflow_passed', subject: '' },
    'no limit was passed within the last hour',
  );
  const options = { name: 'watching what leaves', everyMs: EVERY_MS };
  await runPeriodically(deps, options, signal, async () => {
    const view = await deps.outflow.read();
    if (view.latch === null) await stopped.end();
    else await stopped.raise(view.latch.detail);
    const isNew =
      view.passed !== null && deps.clock.now().getTime() - view.passed.at.getTime() < HOUR_MS;
    if (isNew) await passed.raise(`what leaves has passed its limit: ${view.passed?.limit}`);
    else await passed.end();
  });
}
