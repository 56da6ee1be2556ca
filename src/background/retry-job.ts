import { type AuditedActionDeps, newAction, type Operator } from '../alarms/audited-action.ts';
import type { JobListStore, JobStore } from './job-store.ts';

export interface RetryJobDeps extends Pick<AuditedActionDeps, 'clock' | 'random'> {
  readonly jobs: Pick<JobStore, 'retryParked'>;
  readonly jobList: JobListStore;
}

/**
 * Lets a parked job (one that failed too often) run again, as if it were new; false when none is
 * parked under this id. The log of operators' actions gets the job's kind, as the job's row is gone
 * once it has run.
 */
export async function retryJob(deps: RetryJobDeps, by: Operator, id: bigint): Promise<boolean> {
  const [job] = await deps.jobList.listJobs({ isParked: true, after: id - 1n, limit: 1 });
  if (job?.id !== id) return false;
  const order = { kind: 'job_retry', subject: String(id), detail: { job: job.kind } } as const;
  return await deps.jobs.retryParked(id, newAction(deps, by, order));
}
