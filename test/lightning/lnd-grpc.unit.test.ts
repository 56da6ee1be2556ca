import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { msat } from '../../src/base/amount.ts';
import { createAccessWatch } from '../../src/lightning/lnd/access-watch.ts';
import type { LndLimits } from '../../src/lightning/lnd/client.ts';
import { openLndNode } from '../../src/lightning/lnd/node.ts';
import type { LndAccess } from '../../src/lightning/lnd/renewed-access.ts';
import type { IncomingEvent, InvoiceSpec } from '../../src/lightning/node-port.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import {
  framed,
  type GrpcReply,
  type GrpcScript,
  protobuf,
  startFakeGrpc,
} from '../support/fake-grpc.ts';
import { closeLnds } from '../support/lnd-against-script.ts';
import { eventOf } from '../support/lnd-invoice-stream.ts';
import { lndMacaroon } from '../support/lnd-macaroon.ts';
import {
  ampInvoiceMessage,
  BOLT11,
  htlcMessage,
  infoMessage,
  invoiceMessage,
  MACAROON,
  PAYMENT_HASH,
  PREIMAGE,
  SET_A,
  SET_B,
  settledInvoiceMessage,
  status,
} from '../support/lnd-messages.ts';
import { startScriptedServer } from '../support/scripted-server.ts';
import {
  RENEWED_CERTIFICATE,
  RENEWED_KEY,
  SELF_SIGNED_CERTIFICATE,
  SELF_SIGNED_KEY,
} from '../support/self-signed-certificate.ts';

/** New invoices over gRPC; everything else goes over REST. */

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await closeLnds();
});

const ADD = '/lnrpc.Lightning/AddInvoice';
const SUBSCRIBE = '/lnrpc.Lightning/SubscribeInvoices';
const GET_INFO = '/lnrpc.Lightning/GetInfo';

const SPEC: InvoiceSpec = {
  preimage: Buffer.from(PREIMAGE, 'hex'),
  amountMsat: msat(1500n),
  expirySec: 86_400,
  purpose: { kind: 'description', text: 'Tee ☕' },
};
const CREATED = { bolt11: BOLT11, paymentHash: PAYMENT_HASH };
const bytes = (hex: string) => Buffer.from(hex, 'hex');
const ADDED = protobuf([1, bytes(PAYMENT_HASH)], [2, BOLT11], [16, 33], [17, bytes(SET_A)]);
const FIRST = { cert: SELF_SIGNED_CERTIFICATE, key: SELF_SIGNED_KEY };
const OTHER_KEY = `02${'ab'.repeat(32)}`;
const ownKey = (): string => {
  const info: { identity_pubkey?: unknown } = infoMessage();
  return String(info.identity_pubkey);
};

interface Opening {
  readonly limits?: Partial<LndLimits>;
  /** What LND knows over REST of the invoice; null for nothing. */
  readonly known?: object | null;
  readonly certificate?: typeof FIRST | null;
  readonly access?: Partial<LndAccess>;
  readonly readAccess?: () => Promise<LndAccess>;
}

async function open(script: GrpcScript, opening: Opening = {}) {
  const { limits = {}, known = null, certificate = null, access = {} } = opening;
  const rest = await startScriptedServer((request, reply) => {
    if (request.path === '/v1/getinfo') return reply.json(200, infoMessage());
    if (known !== null) return reply.json(200, known);
    return reply.json(404, status(5, 'unable to locate invoice'));
  });
  const grpc = await startFakeGrpc(script, certificate);
  const accessWatch = createAccessWatch();
  const node = openLndNode({
    restUrl: rest.url,
    grpcUrl: grpc.url,
    macaroonHex: MACAROON,
    tlsCaPem: null,
    ...access,
    ...(opening.readAccess === undefined ? {} : { readAccess: opening.readAccess }),
    accessWatch,
    clock: systemClock,
    limits,
  });
  ends.push(
    () => rest.close(),
    () => grpc.close(),
    () => node.close(),
  );
  const added = () => grpc.calls.filter(({ path }) => path === ADD).length;
  return { node, rest, grpc, accessWatch, added };
}

/** Tells its key to who asks, and answers everything else by the script. */
const asOurs =
  (script: GrpcScript, pubkey = ownKey()): GrpcScript =>
  (call, reply) =>
    call.path === GET_INFO ? reply.answer(protobuf([1, pubkey])) : script(call, reply);

const adding: GrpcScript = (_, reply) => reply.answer(ADDED);

describe('AddInvoice over gRPC', () => {
  it('asks for exactly the invoice that was ordered', async () => {
    const { node, rest, grpc } = await open(adding);
    assert.deepEqual(await node.createInvoice(SPEC), CREATED);
    const descriptionHash = SET_A;
    await node.createInvoice({ ...SPEC, purpose: { kind: 'hash', descriptionHash } });
    const [first, second] = grpc.calls;
    assert(first !== undefined && second !== undefined);
    assert.equal(first.path, ADD);
    const { macaroon, te, 'content-type': type } = first.headers;
    assert.deepEqual(
      { macaroon, te, type },
      { macaroon: MACAROON, te: 'trailers', type: 'application/grpc' },
    );
    const preimage = bytes(PREIMAGE);
    const common = [
      [11, 86_400],
      [15, 1],
      [23, 1500],
    ] as const;
    assert.deepEqual(first.message, protobuf([1, 'Tee ☕'], [3, preimage], ...common));
    const [expiry, ...others] = common;
    assert.deepEqual(
      second.message,
      protobuf([3, preimage], [10, bytes(descriptionHash)], expiry, ...others),
    );
    assert.deepEqual(rest.requests, [], 'nothing went over REST');
    assert.equal(grpc.sessions.size, 1, 'both went over one connection');
  });

  it('passes on why LND makes no invoice, or finds the one that exists', async () => {
    const refusals: GrpcScript[] = [
      (_, reply) => reply.refuse(2, 'memo too large: 100%25 caf%C3%A9'),
      (_, reply) => reply.end(2, 'memo too large: 100%25 caf%C3%A9'),
    ];
    for (const refusal of refusals) {
      const { node } = await open(refusal);
      await assert.rejects(node.createInvoice(SPEC), {
        name: 'NodeFault',
        message: 'LND refused AddInvoice: memo too large: 100% café (gRPC code 2)',
      });
      const repeated = await open(refusal, { known: invoiceMessage() });
      assert.deepEqual(await repeated.node.createInvoice(SPEC), CREATED);
    }
  });

  const misunderstood: Readonly<Record<string, (reply: GrpcReply) => void>> = {
    'another server': ({ stream }) => {
      stream.respond({ ':status': 404, 'content-type': 'application/json' });
      stream.end('{"code":5}');
    },
    'a page': ({ stream }) => {
      stream.respond({ ':status': 200, 'content-type': 'text/html' });
      stream.end('<html>');
    },
    'no status': ({ stream }) => {
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' });
      stream.end(framed(ADDED));
    },
    'a status that does not exist': (reply) => reply.refuse(77, ''),
    'no message': (reply) => reply.end(),
    'two messages': (reply) => {
      reply.send(ADDED, ADDED);
      reply.end();
    },
    'a compressed message': (reply) => {
      reply.send();
      reply.stream.write(framed(ADDED, ADDED.length, 1));
    },
    'more than is accepted': (reply) => {
      reply.send();
      reply.stream.write(framed(Buffer.alloc(10), 2001));
    },
    'half a message': (reply) => {
      reply.send();
      reply.stream.write(framed(ADDED.subarray(0, 20), ADDED.length));
      reply.end();
    },
    'no protobuf': (reply) => reply.answer(Buffer.from('{"r_hash":""}')),
    'another preimage': (reply) => reply.answer(protobuf([1, bytes(PREIMAGE)], [2, BOLT11])),
    'a reset': ({ stream }) => stream.close(2),
    'a cut': ({ stream }) => stream.session?.destroy(),
    silence: () => {},
    'silence after the headers': (reply) => reply.send(),
  };
  for (const [what, answer] of Object.entries(misunderstood)) {
    it(`does not take ${what} for an answer, asks once, and goes on`, async () => {
      let isWell = false;
      const script: GrpcScript = (_, reply) => (isWell ? reply.answer(ADDED) : answer(reply));
      const limits = { answerMs: 300, maxAnswerBytes: 2000 };
      const { node, added } = await open(script, { limits });
      const fault = await node.createInvoice(SPEC).catch((error: unknown) => error);
      assert(fault instanceof Error && fault.name === 'NodeFault', String(fault));
      assert(!`${fault.message} ${fault.cause}`.includes(PREIMAGE));
      assert.equal(added(), 1);
      isWell = true;
      assert.deepEqual(await node.createInvoice(SPEC), CREATED);
    });
  }

  it('takes a new connection when LND says goodbye, and ends what is on its way', async () => {
    const waiting: GrpcReply[] = [];
    const { node, grpc } = await open((_, reply) => void waiting.push(reply));
    const early = node.createInvoice(SPEC);
    while (waiting.length === 0) await systemClock.sleep(1);
    for (const session of grpc.sessions) session.goaway();
    await systemClock.sleep(50);
    const late = node.createInvoice(SPEC);
    while (waiting.length < 2) await systemClock.sleep(1);
    assert.equal(new Set(waiting.map(({ stream }) => stream.session)).size, 2);
    for (const reply of waiting) reply.answer(ADDED);
    assert.deepEqual(await Promise.all([early, late]), [CREATED, CREATED]);
  });

  it('many calls at once share one connection', async () => {
    const { node, grpc, added } = await open(adding);
    await Promise.all(Array.from({ length: 200 }, () => node.createInvoice(SPEC)));
    assert.deepEqual([added(), grpc.sessions.size], [200, 1]);
  });

  it('is a fault when no one is there, and when the node is closed', async () => {
    const { node, grpc } = await open(() => {});
    const waiting = node.createInvoice(SPEC);
    while (grpc.calls.length === 0) await systemClock.sleep(1);
    await node.close();
    await assert.rejects(waiting, { name: 'NodeFault' });
    await assert.rejects(node.createInvoice(SPEC), { name: 'NodeFault' });
    const away = await open(adding);
    await away.grpc.close();
    ends.splice(-2, 1);
    await assert.rejects(away.node.createInvoice(SPEC), { name: 'NodeFault' });
  });
});

describe('who answers over gRPC', () => {
  it('is asked once for each connection, once our node is known', async () => {
    const { node, grpc, added } = await open(asOurs(adding));
    await node.createInvoice(SPEC);
    await node.info();
    for (let count = 0; count < 3; count += 1) await node.createInvoice(SPEC);
    assert.equal(added(), 4);
    assert.equal(grpc.calls.filter(({ path }) => path === GET_INFO).length, 1);
  });

  it('makes no invoice, and tells of none, if it is another node', async () => {
    const { node, grpc } = await open(asOurs(adding, OTHER_KEY));
    await node.info();
    await assert.rejects(node.createInvoice(SPEC), { name: 'NodeFault', message: /is not ours/ });
    const events = node.incoming(1n, new AbortController().signal)[Symbol.asyncIterator]();
    await assert.rejects(events.next(), { name: 'NodeFault', message: /is not ours/ });
    assert.deepEqual(new Set(grpc.calls.map(({ path }) => path)), new Set([GET_INFO]));
  });
});

const SETTLED = [
  [4, bytes(PAYMENT_HASH)],
  [3, bytes(PREIMAGE)],
  [9, BOLT11],
  [8, 1_795_257_035],
  [17, 24],
  [20, 1500],
  [21, 1],
  [22, protobuf([1, 1], [8, 1], [9, protobuf([1, 106_823], [2, Buffer.alloc(1)])])],
] as const;
const ampHtlc = (setId: string, record: string) =>
  protobuf(
    [8, 1],
    [9, protobuf([1, 106_823], [2, Buffer.alloc(1)])],
    [9, protobuf([1, 696_969], [2, record])],
    [11, protobuf([1, bytes(SET_A)], [2, bytes(setId)])],
  );
const ampSet = (setId: string, index: number, amount: number) =>
  protobuf([1, setId], [2, protobuf([1, 1], [2, index], [3, 1_795_257_035], [5, amount])]);

describe('SubscribeInvoices over gRPC', () => {
  const STOP = new AbortController().signal;

  async function play(script: GrpcScript, limits: Partial<LndLimits> = {}) {
    const { node, grpc } = await open(script, { limits });
    const events: IncomingEvent[] = [];
    try {
      for await (const event of node.incoming(7n, STOP)) events.push(event);
    } catch (error) {
      return { events, error, grpc };
    }
    return { events, error: null, grpc };
  }

  it('tells the same as over REST', async () => {
    const amp = protobuf(
      [4, bytes(PAYMENT_HASH)],
      [9, BOLT11],
      [20, 4500],
      [21, 1],
      [22, ampHtlc(SET_A, 'A')],
      [22, ampHtlc(SET_B, 'B')],
      [27, 1],
      [28, ampSet(SET_B, 25, 2500)],
      [28, ampSet(SET_A, 24, 2000)],
    );
    const { events, error, grpc } = await play((_, reply) => {
      reply.send(protobuf([1, 'added'], [23, 1500]), protobuf(...SETTLED), amp);
      reply.end();
    });
    assert(error instanceof Error && error.name === 'NodeFault');
    const [call] = grpc.calls;
    assert.deepEqual([call?.path, call?.message], [SUBSCRIBE, protobuf([2, 7])]);
    assert.deepEqual(events, [
      { kind: 'connected' },
      await eventOf(settledInvoiceMessage({ htlcs: [htlcMessage()] })),
      await eventOf(ampInvoiceMessage()),
    ]);
  });

  it('is connected before LND has said a word, and ends when it is told to', async () => {
    const { node } = await open(() => {});
    const stop = new AbortController();
    const stream = node.incoming(0n, stop.signal)[Symbol.asyncIterator]();
    assert.deepEqual(await stream.next(), { done: false, value: { kind: 'connected' } });
    const next = stream.next();
    stop.abort();
    assert.deepEqual(await next, { done: true, value: undefined });
  });

  it('goes on however messages are cut', async () => {
    const { events } = await play(async (_, reply) => {
      reply.send();
      for (const byte of framed(protobuf(...SETTLED))) {
        reply.stream.write(Buffer.of(byte));
        await new Promise((resolve) => setImmediate(resolve));
      }
      reply.end();
    });
    assert.equal(events.length, 2);
  });

  it('breaks loudly at an error, an end, a cut or nonsense', async () => {
    const scripts: GrpcScript[] = [
      (_, reply) => reply.refuse(2, 'permission denied'),
      (_, reply) => reply.end(),
      (_, reply) => reply.stream.close(8),
      (_, reply) => reply.stream.session?.destroy(),
      (_, { stream }) => {
        stream.respond({ ':status': 502, 'content-type': 'text/html' });
        stream.end('<html>');
      },
      (_, reply) => reply.send(Buffer.from('nonsense')),
      (_, reply) => {
        reply.send();
        reply.stream.write(framed(Buffer.alloc(10), 2001));
      },
      (_, reply) => {
        reply.send();
        reply.stream.write(framed(Buffer.alloc(10), 20));
        reply.end();
      },
    ];
    for (const [place, script] of scripts.entries()) {
      const { events, error } = await play(script, { maxAnswerBytes: 2000 });
      assert(error instanceof Error && error.name === 'NodeFault', `${place}: ${error}`);
      assert(events.every(({ kind }) => kind === 'connected'));
    }
  });
});

describe('certificate and macaroon over gRPC', () => {
  const NEW_MACAROON = `${MACAROON.slice(0, -2)}00`;

  it('trusts the certificate that it was given, and no other', async () => {
    const access = { tlsCaPem: SELF_SIGNED_CERTIFICATE };
    const trusting = await open(adding, { certificate: FIRST, access });
    assert.deepEqual(await trusting.node.createInvoice(SPEC), CREATED);
    const careful = await open(adding, { certificate: FIRST });
    await assert.rejects(careful.node.createInvoice(SPEC), {
      name: 'NodeFault',
      message: /^the certificate of LND is not the one that is trusted/,
    });
    assert.deepEqual(careful.grpc.calls, [], 'a stranger never sees the macaroon');
  });

  it('a new certificate is read from its file', async () => {
    const renewed = { cert: RENEWED_CERTIFICATE, key: RENEWED_KEY };
    const { node, grpc } = await open(adding, {
      certificate: renewed,
      access: { tlsCaPem: SELF_SIGNED_CERTIFICATE },
      readAccess: async () => ({ macaroonHex: MACAROON, tlsCaPem: RENEWED_CERTIFICATE }),
    });
    await assert.rejects(node.createInvoice(SPEC), /certificate/);
    let created: unknown = null;
    while (created === null) created = await node.createInvoice(SPEC).catch(() => null);
    assert.deepEqual(created, CREATED);
    assert.equal(grpc.calls.length, 1);
  });

  it('a new macaroon is used from the next call on, over the same connection', async () => {
    const [old, fresh] = [
      lndMacaroon('1', ['invoices:write']),
      lndMacaroon('2', ['invoices:write']),
    ];
    const hex = (macaroon: Uint8Array) => Buffer.from(macaroon).toString('hex');
    const waiting: GrpcReply[] = [];
    const { node, grpc, accessWatch } = await open((_, reply) => void waiting.push(reply), {
      access: { macaroonHex: hex(old) },
      readAccess: async () => ({ macaroonHex: hex(fresh), tlsCaPem: null }),
    });
    const early = node.createInvoice(SPEC);
    while (waiting.length === 0) await systemClock.sleep(1);
    await accessWatch.renew();
    assert.deepEqual(accessWatch.rootKeyIds(), ['1', '2'], 'the first call still waits');
    waiting[0]?.answer(ADDED);
    await early;
    assert.deepEqual(accessWatch.rootKeyIds(), ['2']);
    const late = node.createInvoice(SPEC);
    while (waiting.length < 2) await systemClock.sleep(1);
    waiting[1]?.answer(ADDED);
    await late;
    assert.deepEqual(
      grpc.calls.map(({ headers }) => headers['macaroon']),
      [hex(old), hex(fresh)],
    );
    assert.equal(grpc.sessions.size, 1);
  });

  for (const isKnown of [false, true]) {
    it(`a macaroon that LND refuses is read again, ${isKnown ? 'also by who asks its key' : 'at once'}`, async () => {
      const { node, grpc } = await open(
        (call, reply) =>
          call.headers['macaroon'] === NEW_MACAROON
            ? asOurs(adding)(call, reply)
            : reply.refuse(2, 'verification failed: signature mismatch after caveat verification'),
        { readAccess: async () => ({ macaroonHex: NEW_MACAROON, tlsCaPem: null }) },
      );
      if (isKnown) await node.info();
      await assert.rejects(node.createInvoice(SPEC), /verification failed/);
      let created: unknown = null;
      while (created === null) created = await node.createInvoice(SPEC).catch(() => null);
      assert.deepEqual(created, CREATED);
      assert.equal(grpc.calls.at(-1)?.headers['macaroon'], NEW_MACAROON);
    });
  }
});
