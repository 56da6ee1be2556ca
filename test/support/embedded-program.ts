import { once } from 'node:events';
import { openDataFolder } from '../../src/adapters/data-folder.ts';
import { EmbeddedPostgres } from '../../src/adapters/embedded-postgres/embedded-postgres.ts';
import { createLogger } from '../../src/adapters/logger.ts';
import { openLockSession } from '../../src/adapters/postgres/connection/lock-session.ts';
import { systemClock } from '../../src/adapters/system-clock.ts';
import { systemRandom } from '../../src/adapters/system-random.ts';

/**
 * A process that uses the embedded database of a data folder until SIGTERM: as its service, or as a
 * command beside it. Started by embedded-process.ts with the role and the folder as arguments.
 */
const [role = '', path = ''] = process.argv.slice(2);
const say = (words: string): void => {
  process.stdout.write(`${words}\n`);
};
const embedded = await EmbeddedPostgres.open({
  dataFolder: await openDataFolder(path, systemRandom),
  openLockSession,
  clock: systemClock,
  random: systemRandom,
  log: createLogger({ level: 'info', format: 'text', clock: systemClock, write: say }),
});
// Heard from before anyone is told that there is something to end.
const isTold = once(process, 'SIGTERM');
const isRefused = role === 'service' && !(await embedded.becomeService((error) => say(`${error}`)));
if (isRefused) {
  say('refused');
} else {
  say(`ready ${embedded.serviceUrl} ${embedded.ownerUrl}`);
  await isTold;
}
await embedded.close();
say('closed');
