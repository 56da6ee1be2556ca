import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { type RunningService, startService } from '../support/running-service.ts';
import { addWalletUser, field, fund, untilPasses } from '../support/wallet-user.ts';
import { type HookReceiver, startHookReceiver } from '../support/webhooks/hook-receiver.ts';
import { listenOn } from '../support/webhooks/listen-on.ts';

/** A proxy resolves names itself, and is no way to this machine. So nothing of ours goes there. */
describe('with a proxy in the environment', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let connectionsCount = 0;
  let receiver: HookReceiver;
  let service: RunningService;

  before(async () => {
    const proxy = createServer().on('connection', (socket: Socket) => {
      connectionsCount += 1;
      socket.destroy();
    });
    const { port, close } = await listenOn(proxy);
    cleanups.push(close);
    receiver = await startHookReceiver();
    cleanups.push(() => receiver.close());
    const url = `http://127.0.0.1:${port}`;
    service = await startService({
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: url,
      HTTPS_PROXY: url,
      http_proxy: url,
      https_proxy: url,
      SATCHEL_WEBHOOK_ALLOW: '127.0.0.0/8',
    });
    cleanups.push(() => service.dispose());
  });
  after(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  });

  test('the service starts, is paid, and delivers, past the proxy', async () => {
    const user = await addWalletUser(service);
    const hook = { url: `${receiver.url}/hook`, filter_types: ['invoice.incoming.settled'] };
    assert.equal((await user.post('/webhook_endpoints', hook)).status, 200);
    await fund(service, user, 500);
    await untilPasses(async () => assert.equal(receiver.messages('/hook').size, 1));
    assert.equal(field(await service.cli('books', 'check'), 'ok'), true);
    assert(Array.isArray(await service.cli('sim', 'nodes')));
    assert.equal(connectionsCount, 0);
  });
});
