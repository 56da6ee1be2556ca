import assert from 'node:assert/strict';
import { after, describe, type TestContext, test } from 'node:test';
import { bech32 } from '@scure/base';
import { createAddressInvoice } from '../../src/address/create-address-invoice.ts';
import { type AddressRules, addressRules } from '../../src/base/address-rules.ts';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { openLnurlClient } from '../../src/lnurl/http/lnurl-client.ts';
import { encodeLnurl } from '../../src/lnurl/lnurl-text.ts';
import { parseDestination } from '../../src/send/parse-destination.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { NEVER, startSendBench } from '../support/lnurl/send-bench.ts';
import { SELF_SIGNED_CERTIFICATE } from '../support/self-signed-certificate.ts';
import { LOOPBACK, openReceiver } from '../support/webhook-post.ts';
import blindedVectors from '../vectors/bolt11-blinded.json' with { type: 'json' };

/** Where texts lead that people paste, beyond what the text alone tells. */

const bench = await startSendBench({ after });
const { api, deps, payee } = bench;
const bob = await api.addUser();
await api.deps.addressNames.claimName(bob.user.id, 'bob', api.clock.now(), null);

type Deps = typeof deps;

/** Who is paid, the invoice, or in a word why no one. */
async function lead(text: string, changes: Partial<Deps> = {}): Promise<string> {
  const resolved = await parseDestination({ ...deps, ...changes }, text, NEVER);
  if (!resolved.ok) {
    const { refusal } = resolved;
    return 'why' in refusal ? refusal.why : refusal.kind;
  }
  if (resolved.value.kind === 'withdraw') return 'withdraw';
  const { payee: name, source } = resolved.value.target;
  return name ?? (source.kind === 'invoice' ? source.bolt11 : source.kind);
}

describe('someone here', () => {
  test('is paid by the link of their page, by their name and by @name', async () => {
    for (const text of ['https://pay.example/pay/bob', 'Bob', '@bob', ' "bob" ', '⚡️@BOB']) {
      assert.equal(await lead(text), 'bob@pay.example', text);
    }
    assert.equal(await lead('bob+tip'), 'bob+tip@pay.example');
  });

  test('is told apart from no one, as is a name with a typing mistake', async () => {
    assert.equal(await lead('hello'), 'payee_not_found');
    assert.equal(await lead('hello+tip'), 'payee_not_found');
    assert.equal(await lead('@hello'), 'payee_not_found');
    assert.equal(await lead('https://pay.example/pay/hello'), 'payee_not_found');
    assert.equal(await lead('https://pay.example/account'), 'own_link');
  });

  test('is paid by the page of an invoice, as long as it waits', async () => {
    const order = { askedName: 'bob', domain: 'pay.example', amountMsat: '21000', comment: '' };
    const make = async () => {
      const rest = { payerData: null, zapReadings: null, network: '192.0.2.1' };
      const made = await createAddressInvoice(deps, { ...order, ...rest });
      assert(made.ok);
      const { bolt11, verifyId } = made.value;
      return { bolt11, page: `https://pay.example/pay/bob/${verifyId}` };
    };
    const [paid, waiting] = [await make(), await make()];
    assert.equal(await lead(waiting.page), waiting.bolt11);
    assert.equal(await lead(waiting.page.replace('bob', 'eve')), 'own_link');
    const decoded = decodeBolt11(paid.bolt11);
    assert(decoded.ok);
    await api.payFromExternalNode(decoded.value.paymentHash);
    assert.equal(await lead(paid.page), 'own_link');
    api.clock.move(3_600_000);
    assert.equal(await lead(waiting.page), 'invoice_expired');
    api.clock.move(-3_600_000);
  });
});

describe('an invoice', () => {
  test('that was broken over lines is paid as one', async () => {
    const { bolt11 } = api.node.externalInvoice({ amountMsat: 15_000n });
    const half = bolt11.length / 2;
    assert.equal(await lead(`${bolt11.slice(0, half)}\r\n${bolt11.slice(half)}`), bolt11);
  });

  test('with blinded paths is paid', async () => {
    const { lnd_regtest: blinded } = blindedVectors;
    const decoded = decodeBolt11(blinded);
    assert(decoded.ok);
    const sinceMadeMs = api.clock.now().getTime() - Number(decoded.value.timestampSec) * 1000;
    api.clock.move(-sinceMadeMs);
    assert.equal(await lead(blinded), blinded);
    api.clock.move(sinceMadeMs);
  });

  test('whose letters are right is not called damaged', async () => {
    const strange = bech32.encode('lnbcrt', Array<number>(200).fill(0), false);
    assert.equal(await lead(strange), 'unknown_invoice');
    assert.equal(await lead(`${strange.slice(0, -1)}p`), 'bad_bolt11');
  });
});

describe('a host without a scheme', () => {
  const offer = () => JSON.stringify(bench.offer());
  const secureServer = async (t: TestContext) =>
    await openReceiver(
      t,
      (socket) => {
        const body = offer();
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
      },
      { isTls: true },
    );
  const client = (t: TestContext, addresses: AddressRules, to = '127.0.0.1') => {
    const lnurl = openLnurlClient({
      addresses,
      clock: systemClock,
      resolve: async () => [to],
      tlsCaPem: SELF_SIGNED_CERTIFICATE,
    });
    t.after(() => lnurl.close());
    return { lnurl, payTextRules: () => ({ ...deps.payTextRules(), addresses }) };
  };

  test('is asked over https first', async (t) => {
    const { port, requests } = await secureServer(t);
    const listed = client(t, addressRules(LOOPBACK));
    assert.equal(await lead(`shop@localhost:${port}`, listed), `shop@localhost:${port}`);
    assert.equal(await lead(`lnurlp://localhost:${port}/x`, listed), `localhost:${port}`);
    const lines = requests.map(({ line }) => line);
    assert.deepEqual(lines, ['GET /.well-known/lnurlp/shop HTTP/1.1', 'GET /x HTTP/1.1']);
  });

  test('and over http where it has no https, in the networks of the operator', async () => {
    payee.answers.set('/.well-known/lnurlp/shop', bench.offer());
    payee.answers.set('/x', bench.offer());
    assert.equal(await lead(`shop@${payee.host}`), `shop@${payee.host}`);
    assert.equal(await lead(`lnurlp://${payee.host}/x`), payee.host);
    assert.equal(await lead(`lnurlw:${payee.host}/x`), 'other_kind');
    assert.equal(await lead(`http://${payee.host}/x?tag=payRequest`), payee.host);
  });

  test('a link that says https stays with it', async () => {
    const asked = payee.asked.length;
    const link = encodeLnurl(payee.url.replace('http:', 'https:'));
    assert.equal(await lead(link), 'no_connection');
    assert.equal(payee.asked.length, asked);
  });

  test('a name that leads out of these networks is not asked over http', async (t) => {
    // As if 127.0.0.2 were on the Internet, where no one answers.
    const addresses: AddressRules = {
      isReachable: () => true,
      isListed: (ip) => ip === '127.0.0.1',
      hasListed: true,
    };
    const external = client(t, addresses, '127.0.0.2');
    assert.equal(await lead('shop@shop.example', external), 'no_connection');
  });
});
