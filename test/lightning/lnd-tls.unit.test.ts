import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:https';
import { it } from 'node:test';
import { openLndNode } from '../../src/lightning/lnd/node.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { infoMessage, MACAROON } from '../support/lnd-messages.ts';
import { SELF_SIGNED_CERTIFICATE, SELF_SIGNED_KEY } from '../support/self-signed-certificate.ts';

it('trusts the certificate that it was given, and no other', async () => {
  const seen: unknown[] = [];
  const server = createServer(
    { cert: SELF_SIGNED_CERTIFICATE, key: SELF_SIGNED_KEY },
    (request, response) => {
      seen.push(request.headers['grpc-metadata-macaroon']);
      response.end(JSON.stringify(infoMessage()));
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert(address !== null && typeof address !== 'string');
  const restUrl = `https://127.0.0.1:${address.port}`;
  const access = { restUrl, macaroonHex: MACAROON, clock: systemClock };
  const trusting = openLndNode({ ...access, tlsCaPem: SELF_SIGNED_CERTIFICATE });
  const careful = openLndNode({ ...access, tlsCaPem: null });
  try {
    assert.equal((await trusting.info()).alias, 'alice');
    await assert.rejects(careful.info(), { name: 'NodeFault', message: /self.signed/ });
    assert.deepEqual(seen, [MACAROON], 'a stranger never sees the macaroon');
  } finally {
    await trusting.close();
    await careful.close();
    server.close();
    server.closeAllConnections();
  }
});
