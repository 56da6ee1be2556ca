import { describeJobStore } from '../support/job-store-suite.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';
import { createJobMemory, createJobsOf } from '../support/wallet-memory/jobs.ts';

describeJobStore('memory', async () => {
  const clock = createVirtualClock();
  const memory = createJobMemory();
  return {
    jobs: createJobsOf(memory, clock),
    other: createJobsOf(memory, clock),
    now: async () => clock.now(),
    countRows: async () => memory.rows.size,
  };
});
