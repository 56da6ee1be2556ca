import { Gauge, type Registry } from 'prom-client';
import type { JobQueue, JobStore } from '../../background/job-store.ts';

/**
 * Adds metrics of the background jobs of all processes. They are absent while the database is down.
 */
export function addJobMetrics(registry: Registry, jobs: Pick<JobStore, 'readQueue'>): void {
  const add = (name: string, help: string, readValue: (queue: JobQueue) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const queue = await jobs.readQueue().catch(() => null);
        if (queue === null) this.remove();
        else this.set(readValue(queue));
      },
    });
  add(
    'satchel_jobs_waiting',
    'Background jobs that are not done, including scheduled and running ones',
    ({ waiting }) => waiting,
  );
  add(
    'satchel_jobs_parked',
    'Background jobs that failed too often and wait for the operator',
    ({ parked }) => parked,
  );
  add(
    'satchel_jobs_oldest_due_seconds',
    'How long the oldest background job has been due, 0 if none is',
    ({ oldestDueSec }) => oldestDueSec,
  );
}
