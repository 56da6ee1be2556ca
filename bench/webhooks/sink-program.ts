import { createServer } from 'node:http';
import { listenOn } from '../../test/support/webhooks/listen-on.ts';

/** A receiver in a process of its own: answers 200 to everything, and tells how much has come. */
const TELL_EVERY_MS = 2;

let received = 0;
let told = 0;
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    received += 1;
    response.end();
  });
});
const { port } = await listenOn(server);
process.send?.({ port });
setInterval(() => {
  if (received === told) return;
  told = received;
  process.send?.({ received });
}, TELL_EVERY_MS);
process.on('disconnect', () => process.exit());
