import { type Command, InvalidArgumentError } from 'commander';
import { THE_COMMAND_LINE } from '../../alarms/audited-action.ts';
import type { CommandKit } from '../../cli/command-kit.ts';
import { printAnswer } from '../../cli/print.ts';
import { RefusedError } from '../../cli/refused.ts';
import type { JobStore, ParkedJob } from '../job-store.ts';
import { MAX_SHOWN_JOBS } from '../limits.ts';
import { type RetryJobDeps, retryJob } from '../retry-job.ts';

export interface JobCommandDeps extends RetryJobDeps {
  readonly jobs: Pick<JobStore, 'readQueue' | 'listParked' | 'retryParked'>;
}

type Kit = CommandKit<JobCommandDeps>;

export function addJobCommands(program: Command, kit: Kit): void {
  const jobs = program.command('jobs').description('background work');
  addListCommand(jobs, kit);
  addRetryCommand(jobs, kit);
}

function addListCommand(jobs: Command, kit: Kit): void {
  jobs
    .command('list')
    .description('count waiting jobs, and list those that failed too often')
    .action(async (_options: unknown, command: Command) => {
      const { queue, parked } = await kit.open(async (deps) => ({
        queue: await deps.jobs.readQueue(),
        parked: await deps.jobs.listParked(MAX_SHOWN_JOBS),
      }));
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

function addRetryCommand(jobs: Command, kit: Kit): void {
  jobs
    .command('retry')
    .description('try a parked job again, as if it were new')
    .argument('<id>', 'id as listed', parseJobId)
    .action(async (id: bigint, _options: unknown, command: Command) => {
      const isRetried = await kit.open((deps) => retryJob(deps, THE_COMMAND_LINE, id));
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
