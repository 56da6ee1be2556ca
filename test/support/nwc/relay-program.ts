import { openDatabase } from '../../../src/database/db.ts';
import { systemClock } from '../../../src/system/system-clock.ts';
import { systemRandom } from '../../../src/system/system-random.ts';
import { startRelay } from './relay-server.ts';

/**
 * Runs a relay in a process of its own, which is killed by a signal or ends with the test that
 * started it.
 */
const [url = ''] = process.argv.slice(2);
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
const ports = { clock: systemClock, random: systemRandom };
const relay = await startRelay(openDatabase({ url, applicationName: 'relay', ...ports }));
process.stdout.write(`${relay.url}\n`);
