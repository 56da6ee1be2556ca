import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, describe, type TestContext, test } from 'node:test';
import { validateZapRequest } from 'nostr-tools/nip57';
import { type Event, verifyEvent } from 'nostr-tools/pure';
import { sendZapReceipts } from '../../src/address/send-zap-receipts.ts';
import { addressRules } from '../../src/base/address-rules.ts';
import { createReceiptKeys } from '../../src/nostr/receipt-keys.ts';
import type { RelayPublisher } from '../../src/nostr/relay-port.ts';
import { openRelayPublisher } from '../../src/nostr/relays/relay-publisher.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { eventually } from '../support/eventually.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { LOOPBACK } from '../support/webhook-post.ts';
import { PAYEE, ZAPPER } from '../support/zaps/make-zap.ts';
import { openRelay, type Relay, type RelayOptions } from '../support/zaps/relay.ts';
import { openZapBench } from '../support/zaps/zap-bench.ts';

/** Receipts of zaps on their way from a settlement to a relay, through all that may go wrong. */

const bench = await openZapBench({ after });
const receiptKeys = createReceiptKeys(new Uint8Array(32).fill(4));
const addresses = addressRules(LOOPBACK);
const real = openRelayPublisher({ clock: systemClock, addresses });

/** A process that sends receipts; it is stopped at the end of the test at the latest. */
function startWorker(t: TestContext, relays: RelayPublisher = real) {
  const stop = new AbortController();
  const log = createListeningLog();
  const deps = { clock: systemClock, random: systemRandom, log, receiptKeys, relays };
  const ended = sendZapReceipts({ ...deps, zapDeliveries: bench.store }, stop.signal);
  const end = async (): Promise<void> => {
    stop.abort();
    await ended;
  };
  t.after(end);
  return { end };
}

async function startRelay(t: TestContext, options: RelayOptions = {}): Promise<Relay> {
  const relay = await openRelay(options);
  t.after(() => relay.close());
  return relay;
}

async function paidZap(relays: readonly string[]) {
  const userId = await bench.addUser();
  const invoice = await bench.ask(userId, relays);
  await bench.payFromExternalNode(invoice);
  return { userId, invoice };
}

const firstEvent = (relay: Relay): Promise<Event> =>
  eventually('the receipt is there', () => relay.events[0] ?? null);

const until = (invoice: Parameters<typeof bench.states>[0], states: readonly string[]) =>
  eventually(`${states}`, async () => {
    const now = await bench.states(invoice);
    return JSON.stringify(now) === JSON.stringify(states) ? true : null;
  });

const tagOf = (event: Event, name: string): string | undefined =>
  event.tags.find(([first]) => first === name)?.[1];

describe('receipts of zaps', () => {
  test('18 of a settlement whose process died are sent by the next, valid in every part', async (t) => {
    const [relay, other] = [await startRelay(t), await startRelay(t)];
    // No process runs yet that could send it.
    const { userId, invoice } = await paidZap([relay.url, other.url]);
    startWorker(t);
    const [event, same] = await Promise.all([firstEvent(relay), firstEvent(other)]);
    assert.deepEqual(event, same);
    assert(verifyEvent(event));
    assert.equal(event.kind, 9735);
    assert.equal(event.content, '');
    assert.equal(event.pubkey, receiptKeys.publicKeyOf(userId));
    assert.equal(tagOf(event, 'p'), PAYEE);
    assert.equal(tagOf(event, 'P'), ZAPPER);
    assert.equal(tagOf(event, 'bolt11'), invoice.bolt11);
    assert.equal(tagOf(event, 'preimage'), invoice.preimage);
    const description = tagOf(event, 'description') ?? '';
    assert.equal(validateZapRequest(description), null);
    assert.equal(hash('sha256', description), invoice.descriptionHash);
    await until(invoice, [`${relay.url} accepted after 1`, `${other.url} accepted after 1`]);
    assert.deepEqual([relay.received.length, other.received.length], [1, 1]);
  });

  test('18 have the same id when the process died before it could note the answer', async (t) => {
    const relay = await startRelay(t);
    const { invoice } = await paidZap([relay.url]);
    const dying: RelayPublisher = {
      // The relay has it, and the process never hears of that.
      publish: async (...order) => {
        await real.publish(...order);
        return await new Promise(() => undefined);
      },
    };
    const stop = new AbortController();
    const log = createListeningLog();
    const deps = { clock: systemClock, random: systemRandom, log, receiptKeys };
    void sendZapReceipts({ ...deps, relays: dying, zapDeliveries: bench.store }, stop.signal);
    const { id } = await firstEvent(relay);
    stop.abort();
    // The lease of the attempt runs out.
    await bench.makeDue();
    startWorker(t);
    await until(invoice, [`${relay.url} accepted after 2`]);
    assert.equal(relay.received.length, 2);
    assert.deepEqual(
      relay.events.map((event) => event.id),
      [id],
    );
  });

  test('18 reach a relay that was away', async (t) => {
    const gone = await openRelay();
    await gone.close();
    const { invoice } = await paidZap([gone.url]);
    startWorker(t);
    await eventually('the first attempt fails', async () => {
      const [state = ''] = await bench.states(invoice);
      return /waiting after 1: .*ECONNREFUSED/.test(state) ? true : null;
    });
    const back = await startRelay(t, { port: gone.port });
    await bench.makeDue();
    assert.equal(tagOf(await firstEvent(back), 'bolt11'), invoice.bolt11);
  });

  test('19 one relay that hangs holds up no other', async (t) => {
    const silent = await startRelay(t, { onMessage: () => undefined });
    const relay = await startRelay(t);
    const { invoice } = await paidZap([silent.url, relay.url]);
    const worker = startWorker(t);
    await firstEvent(relay);
    await eventually('the other hangs', () => (silent.received.length > 0 ? true : null));
    // A stop does not wait for it either, and the next process begins at once.
    await worker.end();
    assert.deepEqual((await bench.states(invoice))[0], `${silent.url} waiting after 1: stopped`);
    startWorker(t);
    await eventually('it is tried again', () => (silent.received.length > 1 ? true : null));
  });

  test('19 a relay that refuses for good, or may not be reached, is given up at once', async (t) => {
    const refusing = await startRelay(t, {
      onMessage: (socket, text) => {
        const [, event]: readonly { readonly id: string }[] = JSON.parse(text);
        socket.send(JSON.stringify(['OK', event?.id, false, 'blocked: \u001b[31m you']));
      },
    });
    const { invoice } = await paidZap([refusing.url, 'wss://10.0.0.1/', 'ws://192.168.1.1/']);
    startWorker(t);
    await until(invoice, [
      `${refusing.url} given up after 1: blocked: \\u001b[31m you`,
      'wss://10.0.0.1/ given up after 1: its address may not be reached',
      'ws://192.168.1.1/ given up after 1: its address may not be reached',
    ]);
  });
});
