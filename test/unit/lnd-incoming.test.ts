import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Clock } from '../../src/base/clock.ts';
import { type IncomingEvent, NodeFault } from '../../src/lightning/node-port.ts';
import { lndAgainst, lndAt } from '../support/lnd-against-script.ts';
import {
  ampInvoiceMessage,
  ampSetMessage,
  BOLT11,
  base64,
  htlcMessage,
  infoMessage,
  invoiceMessage,
  PAYMENT_HASH,
  PREIMAGE,
  SET_A,
  SET_B,
  settledInvoiceMessage,
  status,
} from '../support/lnd-messages.ts';
import { deadUrl, type Reply } from '../support/scripted-server.ts';

/** A clock whose pauses end one by one, when the test says so. */
function steppedClock(): Clock & { step(): Promise<void> } {
  let pause = Promise.withResolvers<() => void>();
  return {
    now: () => new Date(0),
    monotonicMs: () => 0,
    sleep: (_ms, signal) =>
      new Promise((resolve) => {
        pause.resolve(resolve);
        signal?.addEventListener('abort', () => resolve(), { once: true });
      }),
    async step() {
      const wake = await pause.promise;
      pause = Promise.withResolvers();
      wake();
    },
  };
}

/** A node whose stream is answered by `script`, and which tells who it is when asked. */
function lndWith(script: (reply: Reply) => void | Promise<void>, clock: Clock = steppedClock()) {
  return lndAgainst(
    (request, reply) =>
      request.path === '/v1/getinfo' ? reply.json(200, infoMessage()) : script(reply),
    { clock },
  );
}

interface Played {
  readonly events: readonly IncomingEvent[];
  readonly error: unknown;
}

/** All that comes until the stream ends, from messages that LND sends before it closes. */
async function play(script: (reply: Reply) => void | Promise<void>): Promise<Played> {
  const { node } = await lndWith(script);
  const events: IncomingEvent[] = [];
  try {
    for await (const event of node.incoming(7n, new AbortController().signal)) events.push(event);
  } catch (error) {
    return { events, error };
  }
  return { events, error: null };
}

const sending =
  (...messages: object[]) =>
  async (reply: Reply): Promise<void> => {
    await reply.open(200);
    for (const message of messages) await reply.line(message);
    await reply.end();
  };

async function eventOf(message: object): Promise<IncomingEvent> {
  const { events, error } = await play(sending({ result: message }));
  assert(error instanceof NodeFault);
  const event = events[1];
  assert(events.length === 2 && event !== undefined);
  return event;
}

const receiptsOf = (event: IncomingEvent) => (event.kind === 'settled' ? event.payments : []);

it('asks for what came after the index', async () => {
  const { node, server } = await lndWith((reply) => reply.cut());
  const signal = new AbortController().signal;
  await assert.rejects(async () => {
    for await (const _event of node.incoming(9_007_199_254_740_993n, signal));
  });
  const [subscription] = server.requests;
  assert.equal(subscription?.path, '/v1/invoices/subscribe?settle_index=9007199254740993');
});

it('is connected before LND has said a word', async () => {
  const { node, server } = await lndWith(() => {});
  const stop = new AbortController();
  const stream = node.incoming(0n, stop.signal)[Symbol.asyncIterator]();
  assert.deepEqual(await stream.next(), { done: false, value: { kind: 'connected' } });
  assert.deepEqual(
    server.requests.map(({ path }) => path),
    ['/v1/invoices/subscribe?settle_index=0', '/v1/getinfo'],
  );
  const next = stream.next();
  stop.abort();
  assert.deepEqual(await next, { done: true, value: undefined });
});

it('is not connected when nobody is there, or LND does not answer', async () => {
  const signal = new AbortController().signal;
  const away = lndAt(await deadUrl()).incoming(0n, signal);
  await assert.rejects(away[Symbol.asyncIterator]().next(), { name: 'NodeFault' });
  const { node } = await lndAgainst((request, reply) =>
    request.path === '/v1/getinfo' ? reply.json(500, status(2, 'wallet locked')) : undefined,
  );
  const locked = node.incoming(0n, signal)[Symbol.asyncIterator]();
  await assert.rejects(locked.next(), { message: /^LND refused GetInfo: wallet locked/ });
});

it('tells of a settled invoice, all that counts', async () => {
  assert.deepEqual(await eventOf(settledInvoiceMessage({ amt_paid_msat: '1777' })), {
    kind: 'settled',
    settleIndex: 24n,
    payments: [
      {
        settleIndex: 24n,
        paymentHash: PAYMENT_HASH,
        setId: null,
        preimage: PREIMAGE,
        amountMsat: 1777n,
        settledAt: new Date('2026-11-21T10:30:35.000Z'),
        isKeysend: false,
        bolt11: BOLT11,
        records: new Map(),
      },
    ],
  });
});

it('passes over what is not a settlement', async () => {
  const { events } = await play(
    sending(
      { result: invoiceMessage() },
      { result: invoiceMessage({ state: 'CANCELED' }) },
      { result: invoiceMessage({ state: 'ACCEPTED', amt_paid_msat: '1500' }) },
      { result: invoiceMessage({ state: 'FROZEN' }) },
      { result: settledInvoiceMessage({ settle_index: '0' }) },
    ),
  );
  assert.deepEqual(events, [{ kind: 'connected' }]);
});

it('collects the records of a keysend, without those of the protocol', async () => {
  const htlcs = [
    htlcMessage({ state: 'CANCELED', custom_records: { '696969': base64('00') } }),
    htlcMessage({
      custom_records: {
        '5482373484': base64(PREIMAGE),
        '106823': 'AA==',
        '696969': base64('6100ff'),
        '18446744073709551615': '',
      },
    }),
    htlcMessage({ custom_records: { '696969': base64('62'), '7629169': base64('7b7d') } }),
  ];
  const event = await eventOf(
    settledInvoiceMessage({ is_keysend: true, payment_request: '', htlcs }),
  );
  const [receipt] = receiptsOf(event);
  assert.equal(receipt?.isKeysend, true);
  assert.equal(receipt.bolt11, '');
  assert.deepEqual(
    receipt.records,
    new Map([
      [696_969n, new Uint8Array([0x61, 0, 0xff])],
      [2n ** 64n - 1n, new Uint8Array()],
      [7_629_169n, new Uint8Array([0x7b, 0x7d])],
    ]),
  );
});

it('makes a receipt of each set that paid an AMP invoice', async () => {
  const event = await eventOf(ampInvoiceMessage());
  assert.equal(event.kind === 'settled' && event.settleIndex, 25n);
  const told = receiptsOf(event).map(({ settledAt: _settledAt, bolt11: _bolt11, ...rest }) => rest);
  const common = { paymentHash: PAYMENT_HASH, preimage: null, isKeysend: false };
  assert.deepEqual(told, [
    {
      ...common,
      settleIndex: 25n,
      setId: SET_B,
      amountMsat: 2500n,
      records: new Map([[696_969n, new Uint8Array([0x42])]]),
    },
    {
      ...common,
      settleIndex: 24n,
      setId: SET_A,
      amountMsat: 2000n,
      records: new Map([[696_969n, new Uint8Array([0x41])]]),
    },
  ]);
});

it('leaves out sets of an AMP invoice that are not settled', async () => {
  const event = await eventOf(
    ampInvoiceMessage({
      amp_invoice_state: {
        [SET_A]: ampSetMessage(),
        [SET_B]: ampSetMessage({ state: 'ACCEPTED', settle_time: '-62135596800' }),
      },
    }),
  );
  assert.deepEqual(
    receiptsOf(event).map(({ setId }) => setId),
    [SET_A],
  );
});

it('names AMP without an invoice by its set', async () => {
  const event = await eventOf(
    ampInvoiceMessage({
      r_hash: '',
      payment_request: '',
      amp_invoice_state: { [SET_A]: ampSetMessage() },
    }),
  );
  const [receipt] = receiptsOf(event);
  assert.equal(receipt?.paymentHash, SET_A);
  assert.equal(receipt.isKeysend, true);
});

it('breaks loudly at an error, an end, a cut or nonsense', async () => {
  const scripts: ((reply: Reply) => void | Promise<void>)[] = [
    sending({ result: settledInvoiceMessage() }, { error: status(2, 'shutting down') }),
    sending(),
    (reply) => reply.cut(),
    (reply) => reply.json(500, { error: status(2, 'permission denied') }),
    (reply) => reply.answer(502, '<html>'),
    async (reply) => {
      await reply.open(200);
      await reply.chunk('{"result":{"state":"SETT');
      reply.cut();
    },
    sending({ result: settledInvoiceMessage({ amt_paid_msat: '9'.repeat(40) }) }),
    sending({ result: settledInvoiceMessage({ amt_paid_msat: 1500 }) }),
    sending({ result: settledInvoiceMessage({ r_hash: '' }) }),
    sending({ result: settledInvoiceMessage({ settle_date: '99999999999999' }) }),
    sending({ result: settledInvoiceMessage({ htlcs: [htlcMessage({ custom_records: [] })] }) }),
  ];
  for (const script of scripts) {
    const { error } = await play(script);
    assert(error instanceof NodeFault);
    assert.doesNotMatch(error.message, /9999|cRkZ/);
  }
});

it('gives up a stream that died in silence', async () => {
  const clock = steppedClock();
  let answers = 2;
  const { node, server } = await lndAgainst(
    (request, reply) => {
      if (request.path !== '/v1/getinfo') return;
      answers -= 1;
      return answers < 0 ? reply.cut() : reply.json(200, infoMessage());
    },
    { clock },
  );
  const stream = node.incoming(0n, new AbortController().signal)[Symbol.asyncIterator]();
  await stream.next();
  const next = assert.rejects(stream.next(), { name: 'NodeFault' });
  await clock.step();
  await clock.step();
  await next;
  assert.equal(server.requests.length, 4, 'the subscription, and a question at each pause');
});

it('ends with a fault when the node is closed, and hangs up when it is left', async () => {
  let hungUp: Promise<void> | null = null;
  const { node } = await lndWith((reply) => {
    hungUp = reply.closed;
  });
  const left = node.incoming(0n, new AbortController().signal)[Symbol.asyncIterator]();
  await left.next();
  await left.return?.();
  await hungUp;
  const stream = node.incoming(0n, new AbortController().signal)[Symbol.asyncIterator]();
  await stream.next();
  const next = assert.rejects(stream.next(), { name: 'NodeFault' });
  await node.close();
  await next;
});
