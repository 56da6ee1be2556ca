import { type Command, InvalidArgumentError } from 'commander';
import { THE_COMMAND_LINE } from '../../alarms/audited-action.ts';
import type { ParkedJob } from '../../background/job-store.ts';
import { createJobListStore, createJobStore } from '../../background/sql/job-store.ts';
import { retryJob } from '../../operate/retry-job.ts';
import { MAX_SHOWN_JOBS } from '../limits.ts';
import { withContext } from './context.ts';
import { printAnswer } from './print.ts';
import { RefusedError } from './refused.ts';

export function addJobsCommands(program: Command): void {
  const jobs = program.command('jobs').description('background work');
  addListCommand(jobs);
  addRetryCommand(jobs);
}

function addListCommand(jobs: Command): void {
  jobs
    .command('list')
    .description('count waiting jobs, and list those that failed too often')
    .action(async (_options: unknown, command: Command) => {
      const { queue, parked } = await withContext(async ({ storage }) => {
        const store = createJobStore(storage.database);
        return { queue: await store.readQueue(), parked: await store.listParked(MAX_SHOWN_JOBS) };
      });
      const answer = {
        waiting: queue.waiting,
        oldest_due_seconds: Math.round(queue.oldestDueSec),
        parked: queue.parked,
        jobs: parked.map(presentJob),
      };
      printAnswer(command, answer, [
        `${answer.waiting} waiting, the oldest due for ${answer.oldest_due_seconds} s, ` +
          `${answer.parked} parked`,
        ...parked.map(describeJob),
      ]);
    });
}

function addRetryCommand(jobs: Command): void {
  jobs
    .command('retry')
    .description('try a parked job again, as if it were new')
    .argument('<id>', 'id as listed', parseJobId)
    .action(async (id: bigint, _options: unknown, command: Command) => {
      const isRetried = await withContext(({ storage: { database }, ...context }) => {
        const jobList = createJobListStore(database);
        return retryJob(
          { ...context, jobs: createJobStore(database), jobList },
          THE_COMMAND_LINE,
          id,
        );
      });
      if (!isRetried) throw new RefusedError(`no job ${id} is parked`);
      printAnswer(command, { id: Number(id) }, [`job ${id} is due now`]);
    });
}

function parseJobId(text: string): bigint {
  if (!/^[1-9]\d{0,17}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return BigInt(text);
}

const presentJob = (job: ParkedJob) => ({
  id: Number(job.id),
  kind: job.kind,
  payload: job.payload,
  attempts: job.attempts,
  error: job.lastError,
  parked_at: job.parkedAt.toISOString(),
});

const describeJob = (job: ParkedJob): string =>
  `${job.id}  ${job.kind}  ${JSON.stringify(job.payload)}  parked ${job.parkedAt.toISOString()}  ` +
  `after ${job.attempts} attempts: ${job.lastError ?? 'no run ever finished'}`;
