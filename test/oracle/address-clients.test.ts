import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, afterEach, before, describe, type TestContext, test } from 'node:test';
import { LightningAddress as Current } from '@getalby/lightning-tools';
import { bech32 } from '@scure/base';
import { getParams } from 'js-lnurl';
import { LightningAddress as Tools4 } from 'lightning-tools-4.0';
import { LightningAddress as Tools6 } from 'lightning-tools-6.1';
import { requestInvoice, requestPayServiceParams } from 'lnurl-pay';
import { MAX_COMMENT_LENGTH } from '../../src/base/limits.ts';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import {
  addWalletUser,
  field,
  fund,
  numberField,
  textField,
  untilPasses,
  type WalletUser,
} from '../support/wallet-user.ts';

/** Checklist of LNURL, 5 and 6: wallets of strangers pay an address with unmodified libraries. */

const DOMAIN = 'pay.example';
const ADDRESS = `ann@${DOMAIN}`;
const NPUB = 'npub180cvv07tjdrrgpa0j7j7tmnyl2yr6yr7l8j4s3evf6u64th6gkwsyjh6w6';
const NOSTR_KEY = '3bf0c63fcb93463407af97a5e5ee64fa883d107ef9e558472c4eb9aaaefa459d';
const PAYER_DATA = { name: 'Böb + 💛', email: 'bob@example.com', referenceId: 'r&1=2' };

let service: RunningService;
let user: WalletUser;
let link: string;

before(async () => {
  service = await startService({ SATCHEL_ADDRESS_DOMAIN: DOMAIN });
  user = await addWalletUser(service);
  const profile = ['--address', 'ann', '--nostr-pubkey', NPUB];
  await service.cli('user', 'set', '--user', user.email, ...profile);
  const url = Buffer.from(`${service.baseUrl}/.well-known/lnurlp/ann`);
  link = bech32.encode('lnurl', bech32.toWords(url), 1000);
});
after(() => service.dispose());
afterEach(async () => {
  assert.equal(field(await service.cli('books', 'check'), 'ok'), true);
});

/** An external node pays, and the record is in the wallet. */
async function pay(bolt11: string): Promise<unknown> {
  const paid = await service.cli('sim', 'pay', bolt11);
  const paymentHash = hash('sha256', Buffer.from(textField(paid, 'preimage'), 'hex'));
  let record: unknown;
  await untilPasses(async () => {
    record = (await user.get(`/invoices/${paymentHash}`)).body;
    assert.equal(field(record, 'settled'), true);
  });
  return record;
}

/** What the versions of `@getalby/lightning-tools` have in common. */
interface Tools {
  readonly lnurlpData?: unknown;
  readonly keysendData?: unknown;
  readonly nostrPubkey: string | undefined;
  fetch(): Promise<void>;
  requestInvoice(args: {
    satoshi: number;
    comment?: string;
    payerdata?: unknown;
  }): Promise<ToolsInvoice>;
  boost(boost: typeof BOOST, amount: number): Promise<unknown>;
}

interface ToolsInvoice {
  readonly paymentRequest: string;
  readonly preimage: string | null;
  isPaid(): Promise<boolean>;
  verifyPayment(): Promise<boolean>;
}

interface WebLn {
  enable(): Promise<void>;
  keysend(args: unknown): Promise<unknown>;
}

/** What a browser gives to the pages in it. The library's own type has many more calls. */
const webLn: WebLn = {
  enable: async () => undefined,
  keysend: async (args) => {
    const records = JSON.stringify(field(args, 'customRecords'));
    const order = ['--amount', String(field(args, 'amount')), '--records', records];
    return service.cli('sim', 'keysend', '--to', textField(args, 'destination'), ...order);
  },
};

const BOOST = {
  action: 'boost',
  value_msat: 21_000,
  value_msat_total: 21_000,
  app_name: 'player',
  app_version: '1',
  feedId: 'f',
  podcast: 'show',
  episode: 'one',
  ts: 1,
  name: 'ann',
  sender_name: 'Bob',
  message: 'great',
};

const VERSIONS: readonly (readonly [
  string,
  (address: string, options: Record<string, unknown>) => Tools,
])[] = [
  ['@getalby/lightning-tools 9.0.1', (address, options) => new Current(address, options)],
  ['@getalby/lightning-tools 6.1.0', (address, options) => new Tools6(address, options)],
  ['@getalby/lightning-tools 4.0.2', (address, options) => new Tools4(address, options)],
];

/** Leads the https of the domain to the service, as its web server would. */
function leadDomainHere(t: TestContext): void {
  const { fetch } = globalThis;
  t.mock.method(globalThis, 'fetch', (url: string | URL, options?: RequestInit) =>
    fetch(String(url).replace(`https://${DOMAIN}/`, `${service.baseUrl}/`), options),
  );
}

for (const [name, open] of VERSIONS) {
  for (const way of ['through the proxy paths', 'directly'] as const) {
    describe(`${name} ${way}`, () => {
      const find = async (t: TestContext, address = ADDRESS): Promise<Tools> => {
        leadDomainHere(t);
        const proxy = way === 'directly' ? false : `${service.baseUrl}/lnurl`;
        const found = open(address, { proxy, webln: webLn });
        await found.fetch();
        return found;
      };

      test('5 finds all that is known of an address', async (t) => {
        const found = await find(t, `Ann@${DOMAIN}`);
        assert.equal(numberField(found.lnurlpData, 'min'), 1000);
        assert.equal(numberField(found.lnurlpData, 'commentAllowed'), MAX_COMMENT_LENGTH);
        assert.equal(textField(found.lnurlpData, 'identifier'), ADDRESS);
        assert.deepEqual(Object.keys(Object(field(found.lnurlpData, 'payerData'))).sort(), [
          'email',
          'name',
          'pubkey',
        ]);
        assert.deepEqual(found.keysendData, {
          destination: textField((await user.get('/user/value4value')).body, 'keysend_pubkey'),
          customKey: '696969',
          customValue: user.identifier,
        });
        assert.equal(found.nostrPubkey, NOSTR_KEY);
      });

      test('5 finds nothing of a name that no one has', async (t) => {
        const found = await find(t, `nobody@${DOMAIN}`);
        assert.deepEqual([found.lnurlpData, found.keysendData], [undefined, undefined]);
        await assert.rejects(found.requestInvoice({ satoshi: 1 }), /No lnurlpData/);
      });

      test('5 pays with a comment and payer data, and sees that it paid', async (t) => {
        const found = await find(t);
        const comment = 'ein Kaffee ☕ & mehr + 1';
        const asked = { satoshi: 21, comment, payerdata: PAYER_DATA };
        const invoice = await found.requestInvoice(asked);
        assert.equal(await invoice.verifyPayment(), false);
        assert.equal(invoice.preimage, null);
        const record = await pay(invoice.paymentRequest);
        assert.equal(numberField(record, 'amount'), 21);
        assert.equal(textField(record, 'comment'), comment);
        assert.equal(textField(record, 'payer_name'), PAYER_DATA.name);
        assert.equal(textField(record, 'payer_email'), PAYER_DATA.email);
        assert.deepEqual(field(record, 'metadata'), { payer_data: PAYER_DATA });
        assert.equal(await invoice.verifyPayment(), true);
        assert.equal(invoice.preimage, textField(record, 'preimage'));
        assert.equal(await invoice.isPaid(), true);
      });

      test('5 gets an invoice over parts of a sat', async (t) => {
        const found = await find(t);
        const { paymentRequest } = await found.requestInvoice({ satoshi: 1.5 });
        const decoded = decodeBolt11(paymentRequest);
        assert(decoded.ok);
        assert.equal(decoded.value.amountMsat, 1500n);
      });

      test('5 is refused an amount that the address does not take', async (t) => {
        const found = await find(t);
        await assert.rejects(found.requestInvoice({ satoshi: 0.5 }));
        await assert.rejects(found.requestInvoice({ satoshi: 1, comment: 'x'.repeat(256) }));
      });

      test('5 boosts a podcast by keysend', async (t) => {
        const found = await find(t);
        const before = await user.balanceSat();
        await found.boost(BOOST, 21);
        await untilPasses(async () => assert.equal(await user.balanceSat(), before + 21));
        const { body } = await user.get('/invoices/incoming?items=1');
        const [record] = Array.isArray(body) ? body : [];
        assert.equal(textField(field(record, 'boostagram'), 'message'), 'great');
        assert.equal(textField(record, 'payer_name'), 'Bob');
      });
    });
  }
}

test('5 a user of this service pays what the library asked for, without leaving it', async (t) => {
  leadDomainHere(t);
  const payer = await addWalletUser(service);
  await fund(service, payer, 100);
  const found = new Current(ADDRESS, { proxy: false });
  await found.fetch();
  const invoice = await found.requestInvoice({ satoshi: 30 });
  const paid = await payer.post('/payments/bolt11', { invoice: invoice.paymentRequest });
  assert.equal(paid.status, 200);
  assert.equal(numberField(paid.body, 'fee'), 0);
  assert.equal(await invoice.verifyPayment(), true);
});

describe('lnurl-pay 5.0.2', () => {
  test('6 asks for an invoice and finds it valid', async () => {
    const asked = { lnUrlOrAddress: link, tokens: satoshis(42), comment: 'from lnurl-pay' };
    const answer = await requestInvoice({ ...asked, validateInvoice: true });
    assert.equal(answer.hasValidAmount, true);
    assert.equal(answer.hasValidDescriptionHash, true);
    assert.equal(answer.params.identifier, ADDRESS);
    assert.equal(answer.successAction?.tag, 'message');
    const record = await pay(answer.invoice);
    assert.equal(textField(record, 'comment'), 'from lnurl-pay');
    assert.equal(answer.validatePreimage(textField(record, 'preimage')), true);
  });

  test('6 asks with a tag', async () => {
    const url = Buffer.from(`${service.baseUrl}/.well-known/lnurlp/ann+shop`);
    const lnUrlOrAddress = bech32.encode('lnurl', bech32.toWords(url), 1000);
    const params = await requestPayServiceParams({ lnUrlOrAddress });
    assert.deepEqual(params.metadata.at(-1), ['text/tag', 'shop']);
    const answer = await requestInvoice({
      lnUrlOrAddress,
      tokens: satoshis(5),
      validateInvoice: true,
    });
    assert.equal(answer.hasValidDescriptionHash, true);
    await pay(answer.invoice);
  });
});

/** The library brands its amounts. */
function satoshis(amount: number): Parameters<typeof requestInvoice>[0]['tokens'] {
  const branded: unknown = amount;
  return branded as Parameters<typeof requestInvoice>[0]['tokens'];
}

test('6 js-lnurl 0.6.0 reads the link', async () => {
  const params = await getParams(link);
  assert.equal(field(params, 'tag'), 'payRequest');
  assert.equal(textField(params, 'domain'), '127.0.0.1');
  assert.equal(numberField(params, 'minSendable'), 1000);
  assert.equal(numberField(params, 'commentAllowed'), MAX_COMMENT_LENGTH);
  assert.deepEqual(field(params, 'decodedMetadata'), [
    ['text/identifier', ADDRESS],
    ['text/plain', `Sats for ${ADDRESS}`],
  ]);
});

test('6 js-lnurl 0.6.0 reads the reason why there is no one', async () => {
  const url = Buffer.from(`${service.baseUrl}/.well-known/lnurlp/nobody`);
  const answer = await getParams(bech32.encode('lnurl', bech32.toWords(url), 1000));
  assert.equal(field(answer, 'status'), 'ERROR');
  assert.match(textField(answer, 'reason'), /No one can be paid at this address/);
});
