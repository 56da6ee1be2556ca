import { createServer } from 'node:http';
import { listenOn } from '../../test/support/webhooks/listen-on.ts';

/**
 * The interval at which the receiver, a separate process, reports how much has arrived. It answers
 * 200 to everything.
 */
const TELL_EVERY_MS = 2;
/**
 * The number of hosts of the receiver. In practice every endpoint has its own host; endpoints at
 * one host would share its slots.
 */
const HOSTS = 10;

let received = 0;
let told = 0;
const open = () =>
  listenOn(
    createServer((request, response) => {
      request.resume();
      request.on('end', () => {
        received += 1;
        response.end();
      });
    }),
  );
const all = await Promise.all(Array.from({ length: HOSTS }, open));
process.send?.({ ports: all.map(({ port }) => port).join(' ') });
setInterval(() => {
  if (received === told) return;
  told = received;
  process.send?.({ received });
}, TELL_EVERY_MS);
process.on('disconnect', () => process.exit());
