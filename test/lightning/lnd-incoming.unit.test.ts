import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { NodeFault } from '../../src/lightning/node-port.ts';
import { closeLnds, lndAgainst, lndAt } from '../support/lnd-against-script.ts';
import { lndWith, play, sending, withRecords } from '../support/lnd-invoice-stream.ts';
import { infoMessage, settledInvoiceMessage, status } from '../support/lnd-messages.ts';
import { deadUrl, type Reply } from '../support/scripted-server.ts';

afterEach(closeLnds);

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

it('is not connected when no one is there, or LND does not answer', async () => {
  const signal = new AbortController().signal;
  const away = lndAt(await deadUrl()).incoming(0n, signal);
  await assert.rejects(away[Symbol.asyncIterator]().next(), { name: 'NodeFault' });
  const { node } = await lndAgainst((request, reply) =>
    request.path === '/v1/getinfo' ? reply.json(500, status(2, 'wallet locked')) : undefined,
  );
  const locked = node.incoming(0n, signal)[Symbol.asyncIterator]();
  await assert.rejects(locked.next(), { message: /^LND refused GetInfo: wallet locked/ });
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
    sending({ result: settledInvoiceMessage({ r_hash: 'no base64!!!' }) }),
    sending({ result: withRecords([]) }),
    sending({ result: withRecords({ '696969': 5 }) }),
    sending({ result: withRecords({ '-1': 'AA==' }) }),
  ];
  for (const script of scripts) {
    const { error } = await play(script);
    assert(error instanceof NodeFault);
    assert.doesNotMatch(error.message, /9999|cRkZ/);
  }
});

it('does not collect a message without end', async () => {
  const { node } = await lndAgainst(
    async (request, reply) => {
      if (request.path === '/v1/getinfo') return reply.json(200, infoMessage());
      await reply.open(200);
      await reply.line({ result: settledInvoiceMessage() });
      for (let sent = 0; sent < 10; sent += 1) await reply.chunk('{'.repeat(1000));
    },
    { limits: { maxAnswerBytes: 5000 } },
  );
  const stream = node.incoming(0n, new AbortController().signal)[Symbol.asyncIterator]();
  assert.equal((await stream.next()).value.kind, 'connected');
  assert.equal((await stream.next()).value.kind, 'settled');
  await assert.rejects(stream.next(), { message: 'LND sent a line of more than 5000 bytes' });
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
