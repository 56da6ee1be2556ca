import { once } from 'node:events';
import { EmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.ts';
import { openLockSession } from '../../src/database/lock-session.ts';
import { openDataFolder } from '../../src/system/data-folder.ts';
import { createLogger } from '../../src/system/logger.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';

/**
 * Uses the embedded database of a data folder until SIGTERM, as its service or as a command beside
 * the service. embedded-process.ts starts this program with the role and the folder as arguments.
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
// The handler is installed before the parent learns that the process is ready, so that no signal is
// missed.
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
