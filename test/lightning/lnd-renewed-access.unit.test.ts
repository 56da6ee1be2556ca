import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { afterEach, describe, test } from 'node:test';
import { msat } from '../../src/base/amount.ts';
import { createAccessWatch } from '../../src/lightning/lnd/access-watch.ts';
import { openLndNode } from '../../src/lightning/lnd/node.ts';
import type { LndAccess } from '../../src/lightning/lnd/renewed-access.ts';
import type { LightningNode } from '../../src/lightning/node-port.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { lndMacaroon } from '../support/lnd-macaroon.ts';
import { infoMessage, MACAROON, status, succeededMessage } from '../support/lnd-messages.ts';
import { ORDER, send } from '../support/lnd-send.ts';
import {
  RENEWED_CERTIFICATE,
  RENEWED_KEY,
  SELF_SIGNED_CERTIFICATE,
  SELF_SIGNED_KEY,
} from '../support/self-signed-certificate.ts';

const NOW = Promise.resolve();
const FIRST = { cert: SELF_SIGNED_CERTIFICATE, key: SELF_SIGNED_KEY };
const RENEWED = { cert: RENEWED_CERTIFICATE, key: RENEWED_KEY };
const BAKED_ANEW = `${MACAROON.slice(0, -2)}00`;
const VERIFICATION_FAILED = 'verification failed: signature mismatch after caveat verification';

/** An LND that takes one macaroon, and its files. A test changes both. */
async function startLnd() {
  let server: Server | null = null;
  const asked: string[] = [];
  const lnd = { macaroon: MACAROON, identity: {}, answering: NOW, identifying: NOW };
  const files: { access: LndAccess | null; reads: number } = {
    access: { macaroonHex: MACAROON, tlsCaPem: SELF_SIGNED_CERTIFICATE },
    reads: 0,
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    asked.push(`${request.method} ${request.url}`);
    const isRight = request.headers['grpc-metadata-macaroon'] === lnd.macaroon;
    await (request.url === '/v1/getinfo' ? lnd.identifying : lnd.answering);
    response.statusCode = isRight ? 200 : 500;
    if (!isRight) response.end(JSON.stringify(status(2, VERIFICATION_FAILED)));
    else if (request.url === '/v1/getinfo') response.end(JSON.stringify(infoMessage(lnd.identity)));
    else response.end(`${JSON.stringify({ result: succeededMessage() })}\n`);
  };
  const listen = async (certificate: typeof FIRST, port: number): Promise<number> => {
    server = createServer(certificate, answer);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert(address !== null && typeof address !== 'string');
    return address.port;
  };
  const close = async (): Promise<void> => {
    const closing = server;
    if (closing === null) return;
    server = null;
    const closed = once(closing, 'close');
    closing.close();
    closing.closeAllConnections();
    await closed;
  };
  const port = await listen(FIRST, 0);
  const clock = { ...systemClock, monotonicMs: () => nowMs };
  let nowMs = 0;
  assert(files.access !== null);
  const accessWatch = createAccessWatch();
  const node: LightningNode = openLndNode({
    accessWatch,
    restUrl: `https://127.0.0.1:${port}`,
    ...files.access,
    readAccess: async () => {
      files.reads += 1;
      if (files.access === null) throw new Error('the file is being written');
      return files.access;
    },
    clock,
  });
  ends.push(async () => {
    await node.close();
    await close();
  });
  return {
    node,
    accessWatch,
    lnd,
    files,
    asked,
    /** As LND does: it starts again, and writes another certificate into its file before. */
    startAgain: async (certificate: typeof FIRST) => {
      await close();
      await listen(certificate, port);
    },
    passSecond: () => {
      nowMs += 1000;
    },
  };
}

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** The file is read beside the call that failed. */
const untilRead = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Who answers to new files is asked first who they are. */
async function untilBack(node: LightningNode): Promise<void> {
  for (let isBack = false; !isBack; ) {
    isBack = await node.info().then(
      () => true,
      () => false,
    );
  }
}

const CERTIFICATE = { name: 'NodeFault', message: /^the certificate of LND is not the one/ };

describe('a certificate that LND has made anew', () => {
  test('is read from its file, and LND is back without a restart', async () => {
    const { node, files, startAgain } = await startLnd();
    await node.info();
    await startAgain(RENEWED);
    files.access = { macaroonHex: MACAROON, tlsCaPem: RENEWED_CERTIFICATE };
    await assert.rejects(node.info(), CERTIFICATE);
    await untilBack(node);
    assert.equal((await node.info()).alias, 'alice');
    assert.equal(files.reads, 1);
  });

  test('a payment that met it was not sent, stays unknown, and no other is sent for it', async () => {
    const { node, asked, files, startAgain } = await startLnd();
    await node.info();
    await startAgain(RENEWED);
    files.access = { macaroonHex: MACAROON, tlsCaPem: RENEWED_CERTIFICATE };
    asked.length = 0;
    assert.equal((await send(node)).outcome.kind, 'unknown');
    assert.equal(asked.length, 0, asked.join());
    await untilBack(node);
    assert.equal((await node.payment(ORDER.paymentHash)).kind, 'succeeded');
    assert(!asked.includes('POST /v2/router/send'), asked.join());
  });

  test('the stream of invoices opens again with it', async () => {
    const { node, asked, files, startAgain } = await startLnd();
    await node.info();
    await startAgain(RENEWED);
    files.access = { macaroonHex: MACAROON, tlsCaPem: RENEWED_CERTIFICATE };
    const readFirst = async () => {
      for await (const event of node.incoming(5n, STOP)) return event.kind;
      return null;
    };
    await assert.rejects(readFirst(), CERTIFICATE);
    await untilBack(node);
    asked.length = 0;
    assert.equal(await readFirst(), 'connected');
    assert(asked.includes('GET /v1/invoices/subscribe?settle_index=5'), asked.join());
  });

  test('half of it in the file is not used, and a while later it is read again', async () => {
    const { node, files, startAgain, passSecond } = await startLnd();
    await startAgain(RENEWED);
    for (const half of [RENEWED_CERTIFICATE.slice(0, 300), null]) {
      files.access = half === null ? null : { macaroonHex: MACAROON, tlsCaPem: half };
      passSecond();
      await assert.rejects(node.info(), CERTIFICATE);
      await untilRead();
      await assert.rejects(node.info(), CERTIFICATE);
    }
    assert.equal(files.reads, 2, 'at most once a second');
    files.access = { macaroonHex: MACAROON, tlsCaPem: RENEWED_CERTIFICATE };
    passSecond();
    await untilBack(node);
    assert.equal((await node.info()).alias, 'alice');
  });
});

describe('a macaroon that was baked anew', () => {
  test('is read from its file once LND refuses the old one', async () => {
    const { node, lnd, files } = await startLnd();
    await node.info();
    lnd.macaroon = BAKED_ANEW;
    files.access = { macaroonHex: BAKED_ANEW, tlsCaPem: SELF_SIGNED_CERTIFICATE };
    await assert.rejects(node.info(), /verification failed/);
    await untilBack(node);
    assert.equal((await node.info()).alias, 'alice');
    assert.equal(files.reads, 1);
  });

  test('a payment that LND refused for the old one is not sent again by itself', async () => {
    const { node, lnd, files, asked } = await startLnd();
    await node.info();
    lnd.macaroon = BAKED_ANEW;
    files.access = { macaroonHex: BAKED_ANEW, tlsCaPem: SELF_SIGNED_CERTIFICATE };
    const { outcome, acknowledged } = await send(node);
    assert.notEqual(outcome.kind, 'succeeded');
    assert.deepEqual(acknowledged, []);
    await untilBack(node);
    assert(asked.filter((call) => call === 'POST /v2/router/send').length <= 1, asked.join());
    await node.info();
  });
});

describe('a macaroon that was replaced in its file while LND accepts the old one', () => {
  const TLS = { tlsCaPem: SELF_SIGNED_CERTIFICATE };

  /** An LND whose adapter uses a macaroon of root key 1, and whose file holds one of root key 2. */
  async function startWithNewFile() {
    const bench = await startLnd();
    const { node, lnd, files, accessWatch, passSecond } = bench;
    lnd.macaroon = OLD;
    files.access = { macaroonHex: OLD, ...TLS };
    await assert.rejects(node.info());
    await untilBack(node);
    assert.deepEqual(accessWatch.rootKeyIds(), ['1']);
    files.access = { macaroonHex: NEW, ...TLS };
    passSecond();
    return bench;
  }

  test('is used from the next look at the file on', async () => {
    const { node, lnd, accessWatch } = await startWithNewFile();
    lnd.macaroon = NEW;
    await accessWatch.renew();
    assert.deepEqual(accessWatch.rootKeyIds(), ['2']);
    assert.equal((await node.info()).alias, 'alice');
  });

  test('is not used if LND refuses it, as one that is half written', async () => {
    const { node, accessWatch } = await startWithNewFile();
    await accessWatch.renew();
    assert.deepEqual(accessWatch.rootKeyIds(), ['1']);
    assert.equal((await node.info()).alias, 'alice');
  });

  test('the old one counts as in use until LND has answered all calls that carry it', async () => {
    const { node, lnd, accessWatch, asked } = await startWithNewFile();
    const answering = Promise.withResolvers<void>();
    lnd.answering = answering.promise;
    asked.length = 0;
    const creating = node.createInvoice(INVOICE).catch(() => undefined);
    while (asked.length === 0) await untilRead();
    lnd.macaroon = NEW;
    await accessWatch.renew();
    assert.deepEqual(accessWatch.rootKeyIds(), ['1', '2']);
    answering.resolve();
    await creating;
    assert.deepEqual(accessWatch.rootKeyIds(), ['2']);
  });

  test('a payment that waits for its connection carries the new one', async () => {
    const { node, lnd, accessWatch, asked } = await startWithNewFile();
    const identifying = Promise.withResolvers<void>();
    lnd.identifying = identifying.promise;
    asked.length = 0;
    const sending = send(node);
    while (asked.length === 0) await untilRead();
    Object.assign(lnd, { macaroon: NEW, identifying: NOW });
    await accessWatch.renew();
    identifying.resolve();
    assert.equal((await sending).outcome.kind, 'succeeded');
  });

  test('a client that was closed uses none any more', async () => {
    const { node, accessWatch } = await startWithNewFile();
    assert.equal(accessWatch.isEmpty(), false);
    await node.close();
    assert.equal(accessWatch.isEmpty(), true);
    assert.deepEqual(accessWatch.rootKeyIds(), []);
  });
});

const macaroonOf = (rootKeyId: string): string =>
  Buffer.from(lndMacaroon(rootKeyId, [])).toString('hex');
const OLD = macaroonOf('1');
const NEW = macaroonOf('2');

describe('another node in the place of ours', () => {
  test('is asked for nothing, although its files are where those of ours were', async () => {
    const { node, lnd, files, asked, startAgain, passSecond } = await startLnd();
    await node.info();
    await startAgain(RENEWED);
    Object.assign(lnd, { macaroon: BAKED_ANEW, identity: { identity_pubkey: OTHER_PUBKEY } });
    files.access = { macaroonHex: BAKED_ANEW, tlsCaPem: RENEWED_CERTIFICATE };
    asked.length = 0;
    for (let n = 1; n <= 3; n += 1) {
      passSecond();
      await assert.rejects(node.createInvoice(INVOICE), CERTIFICATE);
      for (let turn = 0; asked.length < n && turn < 10_000; turn += 1) await untilRead();
    }
    assert.deepEqual(new Set(asked), new Set(['GET /v1/getinfo']));
    lnd.identity = {};
    passSecond();
    await untilBack(node);
  });
});

const OTHER_PUBKEY = `02${'ab'.repeat(32)}`;
const INVOICE = {
  preimage: new Uint8Array(32),
  amountMsat: msat(1000n),
  expirySec: 600,
  purpose: { kind: 'description', text: '' },
} as const;

const STOP = new AbortController().signal;
