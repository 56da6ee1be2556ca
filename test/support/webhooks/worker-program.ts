import { once } from 'node:events';
import { openDatabase } from '../../../src/database/db.ts';
import { systemClock } from '../../../src/system/system-clock.ts';
import { systemRandom } from '../../../src/system/system-random.ts';
import { createDeliveryStore } from '../../../src/webhooks/sql/delivery-store.ts';
import { startWorker } from './delivery-bench.ts';

/**
 * Runs a worker in a process of its own, which is killed by a signal or ends with the test that
 * started it.
 */
const [url = '', keyHex = ''] = process.argv.slice(2);
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.channel?.unref();
const ports = { clock: systemClock, random: systemRandom };
const database = openDatabase({ url, applicationName: 'worker', ...ports });
const webhookKey = new Uint8Array(Buffer.from(keyHex, 'hex'));
const worker = startWorker({ store: createDeliveryStore(database), webhookKey });
process.stdout.write('ready\n');
await once(process, 'SIGTERM');
await worker.stop();
await database.close();
