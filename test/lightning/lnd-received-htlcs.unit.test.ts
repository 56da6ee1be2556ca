import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { closeLnds, lndAgainst } from '../support/lnd-against-script.ts';
import {
  htlcMessage,
  invoiceMessage,
  PAYMENT_HASH,
  settledInvoiceMessage,
  status,
} from '../support/lnd-messages.ts';

afterEach(closeLnds);

/** What LND says of the HTLCs of an invoice: the invoice, and then each channel. */

type Answer = readonly [httpStatus: number, body: object];

const MISSING: Answer = [404, status(5, 'unable to locate invoice')];
const UNKNOWN: Answer = [404, status(5, 'htlc unknown')];
const DENIED: Answer = [500, status(2, 'permission denied')];
const OFF: Answer = [
  503,
  status(14, 'cannot lookup with flag --store-final-htlc-resolutions=false'),
];
const SETTLED: Answer = [200, { settled: true, offchain: true }];
const GIVEN_BACK: Answer = [200, { settled: false, offchain: true }];
/** An alias, which needs all 64 bits. */
const ALIAS = '17592186044416000000';

async function lndWith(invoice: Answer, ends: Readonly<Record<string, Answer>> = {}) {
  const asked: string[] = [];
  const { node } = await lndAgainst((request, reply) => {
    asked.push(request.path);
    const isInvoice = request.path === `/v1/invoice/${PAYMENT_HASH}`;
    const end = ends[request.path.replace('/v1/htlc-resolution/', '')];
    return reply.json(...((isInvoice ? invoice : end) ?? UNKNOWN));
  });
  return { asked, ask: () => node.receivedHtlcs(PAYMENT_HASH) };
}

const invoiceOf = (...htlcs: readonly object[]): Answer => [200, settledInvoiceMessage({ htlcs })];

it('tells of each settled HTLC what its channel did with it', async () => {
  const { ask } = await lndWith(
    invoiceOf(
      htlcMessage({ chan_id: '1', htlc_index: '0', amt_msat: '700' }),
      htlcMessage({ chan_id: '1', htlc_index: '18446744073709551615', amt_msat: '500' }),
      htlcMessage({ chan_id: ALIAS, htlc_index: '7', amt_msat: '300' }),
      htlcMessage({ chan_id: '9', htlc_index: '9', state: 'CANCELED' }),
    ),
    { '1/0': SETTLED, '1/18446744073709551615': GIVEN_BACK },
  );
  assert.deepEqual(await ask(), {
    kind: 'told',
    htlcs: [
      { channelId: '1', index: '0', amountMsat: 700n, end: 'settled' },
      { channelId: '1', index: '18446744073709551615', amountMsat: 500n, end: 'given_back' },
      { channelId: ALIAS, index: '7', amountMsat: 300n, end: 'unknown' },
    ],
  });
});

it('what the chain decided is as final', async () => {
  const ends = { '1/0': [200, { settled: false, offchain: false }] } as const;
  const { ask } = await lndWith(invoiceOf(htlcMessage({ chan_id: '1', htlc_index: '0' })), ends);
  const said = await ask();
  assert.equal(said.kind === 'told' && said.htlcs[0]?.end, 'given_back');
});

it('an invoice that is open, or unknown, has received nothing', async () => {
  for (const answer of [[200, invoiceMessage()] as const, MISSING]) {
    const { ask } = await lndWith(answer);
    assert.deepEqual(await ask(), { kind: 'told', htlcs: [] });
  }
});

it('an LND that keeps no ends, or may not tell, is asked once and says why', async () => {
  const two = [htlcMessage({ chan_id: '1' }), htlcMessage({ chan_id: '2' })];
  for (const [answer, why] of [
    [OFF, /without store-final-htlc-resolutions=true/],
    [DENIED, /does not allow uri:\/lnrpc.Lightning\/LookupHtlcResolution/],
  ] as const) {
    const { ask, asked } = await lndWith(invoiceOf(...two), { '1/24': answer, '2/24': SETTLED });
    const said = await ask();
    assert.equal(said.kind, 'not_told');
    assert.match(said.why, why);
    assert.equal(asked.length, 2);
  }
});

it('any other refusal is a fault', async () => {
  const others: readonly Answer[] = [
    [503, status(14, 'connection refused')],
    [500, status(2, 'wallet locked')],
    [404, status(5, 'Not Found')],
  ];
  for (const answer of others) {
    const { ask } = await lndWith(invoiceOf(htlcMessage()), { '124244814004224/24': answer });
    await assert.rejects(ask(), /LND refused LookupHtlcResolution/);
  }
  const { ask } = await lndWith(DENIED);
  await assert.rejects(ask(), /LND refused LookupInvoice: permission denied/);
});

it('an answer that is not understood is a fault that names the field', async () => {
  const htlcs = {
    chan_id: [124244814004224, '-1', '1.5', '18446744073709551616', '', undefined, '../1'],
    htlc_index: [24, 'x', null, '024'],
    amt_msat: [1500, '-1'],
  };
  for (const [name, values] of Object.entries(htlcs)) {
    for (const value of values) {
      const { ask } = await lndWith(invoiceOf(htlcMessage({ [name]: value })));
      await assert.rejects(ask(), new RegExp(`NodeFault: .*field ${name} `), `${name} ${value}`);
    }
  }
  const { ask } = await lndWith([200, settledInvoiceMessage({ htlcs: null })]);
  await assert.rejects(ask(), /field htlcs /);
  for (const body of [{}, { settled: 'true' }, { settled: 0 }]) {
    const one = await lndWith(invoiceOf(htlcMessage()), { '124244814004224/24': [200, body] });
    await assert.rejects(one.ask(), /field settled is not true or false/);
  }
});
