import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { field, textField } from '../support/fields.ts';
import { clockBetweenBlocks, startSimulatorHere } from '../support/simulator-here.ts';
import { newFolder } from '../support/simulator-process.ts';

/** The node of the simulated network that sells channels. */

const folder = newFolder();
after(() => folder.remove());
const clock = clockBetweenBlocks();
const start = () => startSimulatorHere({ dir: folder.dir, clock });

const fundingOf = (order: unknown): unknown => {
  const channel = field(order, 'channel');
  return channel === null ? null : field(channel, 'funding_outpoint');
};

async function ask(url: string, path: string, body?: object): Promise<unknown> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(url + path, { ...init, headers: { connection: 'close' } });
  return { status: answer.status, body: await answer.json() };
}

test('it keeps orders over a restart, and opens what is paid', async (t) => {
  const first = await start();
  let running = first;
  t.after(() => running.close());
  const url = first.simulator.description.channelProviderUrl ?? '';
  const info = field(await ask(url, '/get_info'), 'body');
  const [uri = ''] = Object.values(Object(field(info, 'uris')));
  const hub = first.simulator.description.nodes.find(({ name }) => name === 'hub-one');
  assert.equal(uri, `${hub?.pubkey}@127.0.0.1:9735`);
  const service = first.simulator.description.nodes.find(({ name }) => name === 'satchel');
  const request = { public_key: service?.pubkey, lsp_balance_sat: '200000' };
  const made = field(await ask(url, '/create_order', request), 'body');
  const id = textField(made, 'order_id');
  const address = textField(field(field(made, 'payment'), 'onchain'), 'address');
  for (const wrong of [{}, { ...request, lsp_balance_sat: 'x' }, { ...request, public_key: 7 }]) {
    assert.equal(field(await ask(url, '/create_order', wrong), 'status'), 404);
  }
  await first.close();

  const second = await start();
  running = second;
  assert.equal(second.simulator.description.channelProviderUrl, url);
  const stateNow = async () => {
    const order = field(await ask(url, `/get_order?order_id=${id}`), 'body');
    return [field(order, 'order_state'), fundingOf(order)];
  };
  assert.deepEqual(await stateNow(), ['CREATED', null]);
  await second.call('satchel', '/v1/peers', { addr: { pubkey: hub?.pubkey, host: '127.0.0.1' } });
  await second.control('/onchain/pay', { address, amount_sat: 2500 });
  assert.deepEqual(await stateNow(), ['CREATED', null], 'no block has it');
  await second.control('/mine', { blocks: 1 });
  const [state, funding] = await stateNow();
  assert.equal(state, 'COMPLETED');
  assert.match(String(funding), /^[0-9a-f]{64}:0$/);
  assert.deepEqual(await stateNow(), [state, funding], 'once');
  assert.equal(field(await ask(url, '/get_order?order_id=other'), 'status'), 404);
});
