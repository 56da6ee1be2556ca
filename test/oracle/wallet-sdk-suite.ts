import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
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

/**
 * What the official clients have in common. Their own types say `any` or too little; the answers
 * are checked value by value here, so they come in as unknown.
 */
export interface WalletSdk {
  accountBalance(): Promise<unknown>;
  accountSummary(): Promise<unknown>;
  accountInformation(): Promise<unknown>;
  accountValue4Value(): Promise<unknown>;
  createInvoice(invoice: { amount: number; description?: string }): Promise<unknown>;
  getInvoice(paymentHash: string): Promise<unknown>;
  incomingInvoices(params: ListParams): Promise<unknown>;
  outgoingInvoices(params: ListParams): Promise<unknown>;
  /** Null for versions that lack the method. */
  readonly invoices: ((params: ListParams) => Promise<unknown>) | null;
  readonly decodeInvoice: ((bolt11: string) => Promise<unknown>) | null;
  sendPayment(params: { invoice: string; amount?: number }): Promise<unknown>;
  keysend(params: Keysend): Promise<unknown>;
  keysends(params: readonly Keysend[]): Promise<unknown>;
  sendBoostagram(params: Boostagram): Promise<unknown>;
  createWebhookEndpoint(endpoint: {
    url: string;
    description?: string;
    filter_types: string[];
  }): Promise<unknown>;
  deleteWebhookEndpoint(id: string): Promise<unknown>;
}

export interface ListParams {
  readonly q?: { since?: string; before?: string; created_at_gt?: number; created_at_lt?: number };
  readonly page?: number;
  readonly items?: number;
}

export interface Keysend {
  readonly amount: number;
  readonly destination: string;
  readonly memo?: string;
  readonly customRecords?: Record<string, string>;
}

export interface Boostagram {
  readonly recipient: { address: string; customKey?: string; customValue?: string };
  readonly boostagram: unknown;
  readonly amount: number;
}

export function walletSdkSuite(
  name: string,
  connect: (token: string, baseUrl: string) => WalletSdk,
): void {
  describe(name, () => {
    let service: RunningService;
    let user: WalletUser;
    let sdk: WalletSdk;
    let external: { pubkey: string };

    before(async () => {
      service = await startService();
      user = await addWalletUser(service);
      sdk = connect(user.token, service.baseUrl);
      external = await externalNode(service);
    });
    after(() => service.dispose());
    afterEach(async () => {
      assert.equal(field(await service.cli('books', 'check'), 'ok'), true);
    });

    test('reads an empty account', async () => {
      assert.deepEqual(await sdk.accountBalance(), { balance: 0, currency: 'BTC', unit: 'sat' });
      assert.deepEqual(await sdk.accountSummary(), {
        balance: 0,
        boostagrams_count: 0,
        currency: 'BTC',
        invoices_count: 0,
        last_invoice_at: null,
        transactions_count: 0,
        unit: 'sat',
      });
      const me = await sdk.accountInformation();
      assert.equal(textField(me, 'email'), user.email);
      assert.equal(textField(me, 'identifier'), user.identifier);
      const value = await sdk.accountValue4Value();
      assert.equal(textField(value, 'keysend_custom_key'), '696969');
      assert.equal(textField(value, 'keysend_custom_value'), user.identifier);
      assert.match(textField(value, 'keysend_pubkey'), /^0[23][0-9a-f]{64}$/);
      assert.deepEqual(await sdk.incomingInvoices({}), []);
    });

    test('W69 creates and deletes a webhook endpoint', async () => {
      const input = {
        url: 'https://shop.example/hook?userId=7',
        filter_types: ['invoice.incoming.settled', 'invoice.outgoing.settled'],
      };
      const created = await sdk.createWebhookEndpoint({ ...input, description: 'shop' });
      const { endpoint_secret: secret, ...endpoint } = Object(created);
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{32}$/);
      assert.match(textField(endpoint, 'id'), /^ep_[A-Za-z0-9]{27}$/);
      assert.equal(textField(endpoint, 'url'), input.url);
      assert.equal(textField(endpoint, 'description'), 'shop');
      assert.deepEqual(field(endpoint, 'filter_types'), input.filter_types);
      assert.deepEqual(await sdk.deleteWebhookEndpoint(endpoint.id), endpoint);
      await assert.rejects(sdk.deleteWebhookEndpoint(endpoint.id), /404|not found/i);
      const bad = sdk.createWebhookEndpoint({ ...input, filter_types: ['invoice.settled'] });
      await assert.rejects(bad);
    });

    test('creates an invoice that an external node pays', async () => {
      const created = await sdk.createInvoice({ amount: 5_000, description: 'ein Kaffee ☕' });
      assert.equal(textField(created, 'state'), 'CREATED');
      const hash = textField(created, 'payment_hash');
      const paid = await service.cli('sim', 'pay', textField(created, 'payment_request'));
      await untilPasses(async () => {
        const found = await sdk.getInvoice(hash);
        assert.equal(field(found, 'settled'), true);
        assert.equal(textField(found, 'state'), 'SETTLED');
        assert.equal(textField(found, 'preimage'), textField(paid, 'preimage'));
        assert.equal(textField(found, 'memo'), 'ein Kaffee ☕');
      });
      assert.equal(numberField(await sdk.accountBalance(), 'balance'), 5_000);
    });

    test('decodes an invoice of an external node', async () => {
      if (sdk.decodeInvoice === null) return;
      const invoice = await service.cli('sim', 'invoice', '--amount', '77', '--memo', 'tea');
      const decoded = await sdk.decodeInvoice(textField(invoice, 'payment_request'));
      assert.equal(numberField(decoded, 'amount'), 77);
      assert.equal(numberField(decoded, 'msatoshi'), 77_000);
      assert.equal(textField(decoded, 'description'), 'tea');
      assert.equal(textField(decoded, 'currency'), 'bcrt');
      assert.equal(textField(decoded, 'payment_hash'), textField(invoice, 'payment_hash'));
      assert.notEqual(textField(decoded, 'payee_alias'), '');
    });

    test('pays an invoice of an external node', async () => {
      const invoice = await service.cli('sim', 'invoice', '--amount', '500', '--memo', 'out');
      const balance = await user.balanceSat();
      const paid = await sdk.sendPayment({ invoice: textField(invoice, 'payment_request') });
      assert.equal(numberField(paid, 'amount'), 500);
      assert.equal(textField(paid, 'description'), 'out');
      assertProof(paid);
      const fee = numberField(paid, 'fee');
      assert.equal(await user.balanceSat(), balance - 500 - fee);
      const [newest] = asArray(await sdk.outgoingInvoices({ items: 1 }));
      assert.equal(textField(newest, 'payment_hash'), textField(invoice, 'payment_hash'));
      assert.equal(textField(newest, 'type'), 'outgoing');
      assert.equal(numberField(newest, 'fee'), fee);
    });

    test('sends a keysend with custom records', async () => {
      const sent = await sdk.keysend({
        amount: 12,
        destination: external.pubkey,
        memo: 'for you',
        customRecords: { '34349334': 'hello' },
      });
      assert.equal(numberField(sent, 'amount'), 12);
      assert.equal(textField(sent, 'description'), 'for you');
      assert.equal(textField(sent, 'destination'), external.pubkey);
      assert.deepEqual(field(sent, 'custom_records'), { '34349334': 'hello' });
      assertProof(sent);
    });

    test('sends several keysends, of which one fails', async () => {
      const answer = await sdk.keysends([
        { amount: 3, destination: external.pubkey },
        { amount: 4, destination: `02${'ab'.repeat(32)}` },
        { amount: 5, destination: external.pubkey, customRecords: { '34349334': 'two' } },
      ]);
      const items = asArray(field(answer, 'keysends'));
      assert.deepEqual(
        items.map((item) => field(field(item, 'error'), 'error')),
        [false, true, false],
      );
      assert.deepEqual(
        items.map((item) => field(field(item, 'keysend'), 'amount')),
        [3, 4, 5],
      );
    });

    test('sends a boostagram, to another wallet of this service as well', async () => {
      const boost = { action: 'boost', app_name: 'sdk', message: 'great', sender_name: 'Ann' };
      const toExternal = await sdk.sendBoostagram({
        recipient: { address: external.pubkey },
        boostagram: boost,
        amount: 2,
      });
      assertProof(toExternal);
      const friend = await addWalletUser(service);
      const own = textField(await sdk.accountValue4Value(), 'keysend_pubkey');
      const toFriend = await sdk.sendBoostagram({
        recipient: { address: own, customKey: '696969', customValue: friend.identifier },
        boostagram: boost,
        amount: 21,
      });
      assertProof(toFriend);
      assert.equal(await friend.balanceSat(), 21);
      const [record] = asArray((await friend.get('/invoices/incoming')).body);
      assert.deepEqual(field(record, 'boostagram'), boost);
      assert.equal(textField(record, 'payer_name'), 'Ann');
      assert.equal(textField(record, 'comment'), 'great');
    });

    test('receives a keysend from an external node', async () => {
      const own = textField(await sdk.accountValue4Value(), 'keysend_pubkey');
      const records = JSON.stringify({ '696969': user.identifier, '34349334': 'ping' });
      const before = await user.balanceSat();
      const to = ['--to', own, '--records', records];
      await service.cli('sim', 'keysend', '--amount', '33', ...to);
      await untilPasses(async () => {
        const [newest] = asArray(await sdk.incomingInvoices({ items: 1 }));
        assert.equal(textField(newest, 'keysend_message'), 'ping');
        assert.equal(numberField(newest, 'amount'), 33);
      });
      assert.equal(await user.balanceSat(), before + 33);
    });

    test('pages through the history by every filter', async () => {
      if (sdk.invoices === null) return;
      await fund(service, user, 1_000);
      const all = asArray(await sdk.invoices({ items: 100 }));
      const ids = all.map((record) => textField(record, 'identifier'));
      assert.ok(all.length > 5);
      const pages = await Promise.all(
        [1, 2].map(async (page) => asArray(await sdk.invoices?.({ items: 3, page }))),
      );
      const paged = pages.flat().map((record) => textField(record, 'identifier'));
      assert.deepEqual(paged, ids.slice(0, 6));
      const third = ids[2] ?? '';
      const since = asArray(await sdk.invoices({ q: { since: third } }));
      assert.deepEqual(
        since.map((record) => textField(record, 'identifier')),
        ids.slice(0, 2),
      );
      const before = asArray(await sdk.invoices({ q: { before: third } }));
      assert.deepEqual(
        before.map((record) => textField(record, 'identifier')),
        ids.slice(3),
      );
      assert.deepEqual(await sdk.invoices({ q: { created_at_gt: 4_000_000_000 } }), []);
      assert.deepEqual(await sdk.invoices({ q: { created_at_lt: 1_000_000_000 } }), []);
    });

    test('reports a refusal as an error with status and message', async () => {
      const invoice = await service.cli('sim', 'invoice', '--amount', '99000000');
      await assert.rejects(
        sdk.sendPayment({ invoice: textField(invoice, 'payment_request') }),
        /400|balance/,
      );
    });
  });
}

export const asArray = (value: unknown): readonly unknown[] => {
  assert(Array.isArray(value), `a list: ${JSON.stringify(value)}`);
  return value;
};

function assertProof(sent: unknown): void {
  const preimage = Buffer.from(textField(sent, 'payment_preimage'), 'hex');
  const hash = createHash('sha256').update(preimage).digest('hex');
  assert.equal(hash, textField(sent, 'payment_hash'));
}

async function externalNode(service: RunningService): Promise<{ pubkey: string }> {
  const nodes = asArray(await service.cli('sim', 'nodes'));
  const node = nodes.find((candidate) => textField(candidate, 'name') === 'alice');
  return { pubkey: textField(node, 'pubkey') };
}
