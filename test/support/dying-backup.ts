import { makeScheduledBackup } from '../../src/app/backup/scheduled-backup.ts';
import { withContext } from '../../src/app/commands/context.ts';

/**
 * Makes a scheduled backup like src/backup-main.ts, but kills itself with SIGKILL at the moment
 * that its arguments name, such as `sleep 3`. It can die whenever it asks for random bytes, and
 * whenever it rests after loading a part of the copy. If it survives, it prints how often it has
 * passed each kind of moment.
 */
const [deadly = '', deadlyNth = '0'] = process.argv.slice(2);
const passes: Record<string, number> = {};

function pass(name: string): void {
  const nth = (passes[name] ?? 0) + 1;
  passes[name] = nth;
  if (name === deadly && nth === Number(deadlyNth)) process.kill(process.pid, 'SIGKILL');
}

const MORE_THAN_WORKED_MS = 1000;
await withContext(async (context) => {
  let ms = 0;
  const clock = {
    now: context.clock.now,
    monotonicMs: () => {
      ms += MORE_THAN_WORKED_MS;
      return ms;
    },
    sleep: async () => pass('sleep'),
  };
  const random = {
    bytes: (length: number) => {
      pass(`random-${length}`);
      return context.random.bytes(length);
    },
  };
  await makeScheduledBackup({ ...context, clock, random });
});
process.stdout.write(`${JSON.stringify(passes)}\n`);
