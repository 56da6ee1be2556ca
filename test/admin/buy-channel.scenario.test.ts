import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runningNetwork } from '../../src/lightning/simulator-client/simulated-network.ts';
import { SIMULATOR_FOLDER } from '../../src/lightning/simulator-protocol/network-protocol.ts';
import { field, textField } from '../support/fields.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { untilPasses } from '../support/wallet-user.ts';

let service: RunningService;
before(async () => {
  service = await startService();
});
after(() => service.dispose());

test('with play money, a channel is bought from a node of the simulated network', async () => {
  const network = await runningNetwork(join(service.dataDir, SIMULATOR_FOLDER));
  const url = network?.channelProviderUrl ?? '';
  const offer = await service.cli('node', 'buy-channel', url, '--size', '200000');
  const id = textField(offer, 'id');
  assert.equal(field(field(offer, 'lightning'), 'amount'), 2500);
  const paid = await service.cli('node', 'pay-channel', id, '--by', 'chain');
  assert.equal(field(paid, 'paid_by'), 'chain');
  await (await service.simulator()).mine(1);
  // The service asks the provider now and then, which opens the channel when it is asked.
  const isOpening = async (): Promise<void> => {
    const answer = await fetch(`${url}/get_order?order_id=order-1`);
    assert.equal(field(await answer.json(), 'order_state'), 'COMPLETED');
  };
  await untilPasses(isOpening, 10_000);
  await (await service.simulator()).mine(6);
  const channels = JSON.stringify(await service.cli('node'));
  assert.match(channels, /200000/);
});
