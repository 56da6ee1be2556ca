import { once } from 'node:events';
import { openDatabase } from '../../../src/adapters/postgres/connection/db.ts';
import { createDeliveryStore } from '../../../src/adapters/postgres/webhooks/delivery-store.ts';
import { systemClock } from '../../../src/adapters/system-clock.ts';
import { systemRandom } from '../../../src/adapters/system-random.ts';
import { startWorker } from './delivery-bench.ts';

/** A worker in a process of its own, to be killed: by signal, or with the test that started it. */
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
