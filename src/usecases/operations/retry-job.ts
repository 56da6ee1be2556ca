import type { JobStore } from '../../operations/job-store.ts';
import { type ActDeps, newAction, type Operator } from './act.ts';

export interface RetryJobDeps extends Pick<ActDeps, 'clock' | 'random'> {
  readonly jobs: Pick<JobStore, 'retryParked'>;
}

/** Makes a parked job due, as if it were new. False when none is parked under this id. */
export const retryJob = (deps: RetryJobDeps, by: Operator, id: bigint): Promise<boolean> =>
  deps.jobs.retryParked(id, newAction(deps, by, { kind: 'job_retry', subject: String(id) }));
