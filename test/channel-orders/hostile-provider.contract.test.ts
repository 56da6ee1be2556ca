import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addressRules } from '../../src/base/address-rules.ts';
import { sat } from '../../src/base/amount.ts';
import type { OfferProblem } from '../../src/channel-orders/check-offer.ts';
import { MAX_PROVIDER_ANSWER_BYTES } from '../../src/channel-orders/limits.ts';
import { type PlaceRefusal, readProviderUrl } from '../../src/channel-orders/place-order.ts';
import { isFields } from '../../src/channel-orders/provider-fields.ts';
import { type ChannelOrderBench, startChannelOrders } from '../support/channel-order-bench.ts';
import { addUser } from '../support/money-model/events.ts';
import { sampleText } from '../support/sample-bolt11.ts';
import type { Reply } from '../support/scripted-server.ts';

type Json = Record<string, unknown>;

describe('a provider that answers what it should not', () => {
  let bench: ChannelOrderBench;
  const closers: (() => Promise<void>)[] = [];
  before(async () => {
    bench = await startChannelOrders({ after: (close) => closers.push(close) });
  });
  after(async () => {
    for (const close of closers.reverse()) await close();
  });

  /** What an order comes to when the answer to `path` is changed. */
  const placed = async (
    path: string,
    change: (answer: Json) => Json | string,
  ): Promise<PlaceRefusal | null> => {
    bench.provider.spoil = (asked, answer) => (asked === path ? change(answer) : answer);
    const outcome = await bench.place();
    bench.provider.spoil = (_, answer) => answer;
    return outcome.ok ? null : outcome.refusal;
  };
  const inOrder = (path: readonly string[], value: unknown) => (answer: Json) =>
    changed(answer, path, value);
  const badOffer = (why: OfferProblem): PlaceRefusal => ({ kind: 'bad_offer', why });
  const badAnswer = (field: string): PlaceRefusal => ({ kind: 'bad_answer', field });

  test('amounts are digits, and whole', async () => {
    for (const wrong of ['-2500', '2500.5', '2.5e3', '0x9c4', ' 2500', '', '02500', 2500, null]) {
      for (const way of ['bolt11', 'onchain']) {
        const change = inOrder(['payment', way, 'order_total_sat'], wrong);
        assert.deepEqual(await placed('/create_order', change), badAnswer('order_total_sat'));
      }
    }
    const huge = inOrder(['payment', 'bolt11', 'fee_total_sat'], '9007199254740993');
    assert.deepEqual(await placed('/create_order', huge), badAnswer('fee_total_sat'));
    assert.deepEqual(
      await placed('/get_info', (info) => ({ ...info, max_initial_lsp_balance_sat: '-1' })),
      badAnswer('max_initial_lsp_balance_sat'),
    );
  });

  test('an offer that is not what was asked for is not kept', async () => {
    const regtestAddress = (await bench.order()).offer.chain?.address ?? '';
    const cases: readonly (readonly [readonly string[], unknown, PlaceRefusal])[] = [
      [['lsp_balance_sat'], '999999', badOffer('other_channel')],
      [['client_balance_sat'], '1', badOffer('other_channel')],
      [['channel_expiry_blocks'], 144, badOffer('other_channel')],
      [['announce_channel'], false, badOffer('not_announced')],
      [['order_state'], 'COMPLETED', badOffer('not_new')],
      [['order_state'], 'DONE', badAnswer('order_state')],
      [['order_id'], 'a b', badAnswer('order_id')],
      [['order_id'], 'x'.repeat(65), badAnswer('order_id')],
      [['payment'], null, badAnswer('payment')],
      [['payment'], {}, badOffer('no_way')],
      [['payment', 'bolt11', 'state'], 'PAID', badOffer('not_new')],
      [['payment', 'bolt11', 'state'], 'GONE', badAnswer('state')],
      [['payment', 'bolt11', 'fee_total_sat'], '2400', badOffer('price')],
      [['payment', 'onchain', 'order_total_sat'], '2600', badOffer('price')],
      [['payment', 'bolt11', 'expires_at'], '2012-04-23T18:25:43.511Z', badOffer('too_late')],
      [['payment', 'bolt11', 'expires_at'], 'tomorrow', badAnswer('expires_at')],
      [['payment', 'bolt11', 'invoice'], 'lnbcrt1nothing', badOffer('invoice')],
      [['payment', 'bolt11', 'invoice'], 7, badAnswer('invoice')],
      [['payment', 'onchain', 'address'], MAINNET_ADDRESS, badOffer('address')],
      [['payment', 'onchain', 'address'], 'bcrt1qnonsense', badOffer('address')],
      [['payment', 'onchain', 'address'], regtestAddress, badOffer('repeated')],
      [
        ['payment', 'onchain', 'refund_onchain_address'],
        regtestAddress,
        badOffer('refund_address'),
      ],
    ];
    for (const [path, value, refusal] of cases) {
      assert.deepEqual(
        await placed('/create_order', inOrder(path, value)),
        refusal,
        `${path.join('.')}: ${value}`,
      );
    }
    assert.equal((await bench.stores.channelOrders.list(100)).length, 1, 'only the first is kept');
  });

  test('an invoice of another amount, network or order is no offer', async () => {
    const first = (await bench.order()).offer.lightning?.bolt11 ?? '';
    const amount = await bench.here.call('bob', '/v1/invoices', { value: '2501' });
    const invoice = (text: unknown) => inOrder(['payment', 'bolt11', 'invoice'], text);
    assert.deepEqual(
      await placed('/create_order', invoice(amount.json['payment_request'])),
      badOffer('invoice_amount'),
    );
    assert.deepEqual(await placed('/create_order', invoice(first)), badOffer('repeated'));
    assert.deepEqual(await placed('/create_order', invoice(sampleText({ network: 'bitcoin' }))), {
      kind: 'bad_offer',
      why: 'invoice_network',
    });
    const own = await bench.here.call('satchel', '/v1/invoices', { value: '2500' });
    assert.deepEqual(
      await placed('/create_order', invoice(own.json['payment_request'])),
      badOffer('invoice'),
    );
  });

  test('an address of our own is no offer', async () => {
    const refund = (answer: Json) => {
      const payment = isFields(answer['payment']) ? answer['payment'] : {};
      const onchain = isFields(payment['onchain']) ? payment['onchain'] : {};
      return changed(answer, ['payment', 'onchain', 'address'], onchain['refund_onchain_address']);
    };
    assert.deepEqual(await placed('/create_order', refund), badOffer('address_of_ours'));
    const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
    await bench.owner`
      insert into onchain_address (address, user_id, grant_id, created_at)
      values (${address}, ${await addUser(bench.world, 0)}, 'web', now())`;
    assert.deepEqual(
      await placed('/create_order', inOrder(['payment', 'onchain', 'address'], address)),
      badOffer('address_of_ours'),
    );
  });

  test('what it sells is compared before anything is ordered', async () => {
    const info = async (changes: Json) =>
      placed('/get_info', (answer) => ({ ...answer, ...changes }));
    const before = bench.provider.count('/create_order');
    assert.deepEqual(await info({ max_channel_balance_sat: '999999' }), {
      kind: 'size',
      leastSat: 50_000n,
      mostSat: 999_999n,
    });
    assert.deepEqual(await info({ max_channel_expiry_blocks: 4320 }), {
      kind: 'duration',
      mostBlocks: 4320,
    });
    assert.deepEqual(await info({ min_initial_client_balance_sat: '20000' }), {
      kind: 'needs_money',
    });
    assert.deepEqual(await info({ uris: [] }), { kind: 'no_node' });
    assert.deepEqual(await info({ uris: [`${bench.deps.node.pubkey}@127.0.0.1:9735`] }), {
      kind: 'no_node',
    });
    assert.deepEqual(await info({ uris: undefined }), badAnswer('uris'));
    const away = `02${'ab'.repeat(32)}@127.0.0.1:9735`;
    assert.equal((await info({ uris: [away] }))?.kind, 'not_connected');
    assert.equal(bench.provider.count('/create_order'), before);
    const outcome = await bench.place({ sizeSat: sat(10n) });
    assert.equal(outcome.ok ? '' : outcome.refusal.kind, 'size');
  });

  test('an answer that is none is said to be none', async () => {
    const replies: readonly (readonly [(reply: Reply) => Promise<void> | void, PlaceRefusal])[] = [
      [(reply) => reply.answer(200, '<html>'), badAnswer('JSON')],
      [(reply) => reply.answer(200, '[]'), badAnswer('JSON')],
      [(reply) => reply.json(200, {}), badAnswer('uris')],
      [
        (reply) => reply.answer(200, `"${'x'.repeat(MAX_PROVIDER_ANSWER_BYTES)}"`),
        { kind: 'unanswered', why: 'too_large' },
      ],
      [
        (reply) =>
          reply.raw(
            'HTTP/1.1 302 Found\r\nlocation: https://example.com/get_info\r\ncontent-length: 0\r\n\r\n',
          ),
        { kind: 'unanswered', why: 'redirect' },
      ],
      [(reply) => reply.cut(), { kind: 'unanswered', why: 'no_connection' }],
      [(reply) => reply.answer(500, 'broken'), { kind: 'refused', why: 'other', message: '' }],
      [
        (reply) =>
          reply.json(400, { code: 1, message: 'Client rejected', data: { message: 'No.' } }),
        { kind: 'refused', why: 'client_rejected', message: 'No.' },
      ],
      [
        (reply) => reply.json(400, { error: { code: 100, message: 'Option mismatch' } }),
        { kind: 'refused', why: 'option_mismatch', message: 'Option mismatch' },
      ],
      [
        (reply) =>
          reply.json(200, { jsonrpc: '2.0', error: { code: -32602, message: 'a\u0007b' } }),
        { kind: 'refused', why: 'invalid_params', message: 'ab' },
      ],
      [
        (reply) => reply.json(404, { detail: 'y'.repeat(5000) }),
        { kind: 'refused', why: 'not_found', message: 'y'.repeat(200) },
      ],
    ];
    for (const [answer, refusal] of replies) {
      bench.provider.reply = async (_, reply) => await answer(reply);
      const outcome = await bench.place();
      assert.deepEqual(outcome.ok ? null : outcome.refusal, refusal);
    }
    bench.provider.reply = null;
  });

  test('an order of the provider that answers with another one counts as no answer', async () => {
    const order = await bench.order();
    bench.provider.spoil = (path, answer) =>
      path.startsWith('/get_order')
        ? { ...answer, order_id: 'another', order_state: 'FAILED' }
        : answer;
    await bench.followSoon();
    bench.provider.spoil = (_, answer) => answer;
    const { trouble, told, state } = await bench.find(order.id);
    assert.deepEqual([trouble, told.state, state], ['bad_answer', 'created', 'open']);
  });
});

test('the address of a provider is one of https, outside of private networks', () => {
  const rules = { addresses: addressRules([]) };
  const read = (text: string) => {
    const url = readProviderUrl(text, rules);
    return url.ok ? url.value : url.refusal;
  };
  assert.equal(read(' https://lsp.example.com/api/v1/ '), 'https://lsp.example.com/api/v1');
  assert.equal(read('https://lsp.example.com'), 'https://lsp.example.com');
  assert.equal(read('https://lsp.example.com/?a=b'), 'bad_link');
  assert.equal(read('http://lsp.example.com'), 'not_https');
  assert.equal(read('https://lsp.example.com:8443'), 'port');
  assert.equal(read('https://127.0.0.1'), 'private_host');
  assert.equal(read('lsp.example.com'), 'bad_link');
});

const MAINNET_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

function changed(answer: Json, [name = '', ...rest]: readonly string[], value: unknown): Json {
  const inner = answer[name];
  const next =
    rest.length === 0 ? value : changed(isFields(inner) ? { ...inner } : {}, rest, value);
  return { ...answer, [name]: next };
}
