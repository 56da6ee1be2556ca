import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import { asArray } from '../oracle/wallet-sdk-suite.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import {
  addWalletUser,
  field,
  textField,
  untilPasses,
  type WalletUser,
} from '../support/wallet-user.ts';

const LIST_FIELDS_COUNT = 33;
const SINGLE_FIELDS_COUNT = 35;

describe('the life of an invoice', () => {
  let service: RunningService;
  let user: WalletUser;

  before(async () => {
    service = await startService();
    user = await addWalletUser(service);
  });
  after(() => service.dispose());
  afterEach(async () => {
    assert.equal(field(await service.cli('books', 'check'), 'ok'), true);
  });

  test('every field that its creator gave is found again after an outside payment', async () => {
    const description = 'a long story that stays out of the invoice';
    const given = {
      memo: description,
      description_hash: createHash('sha256').update(description).digest('hex'),
      metadata: { order: 7, payer_data: { referenceId: 'r-1' } },
      comment: 'thank you',
      payer_name: 'Ada',
      payer_email: 'ada@example.com',
      payer_pubkey: 'npub1ada',
    };
    const created = await user.post('/invoices', { amount: 1_234, ...given });
    assert.equal(created.status, 200);
    assert.equal(Object.keys(created.body ?? {}).length, SINGLE_FIELDS_COUNT);
    await service.cli('sim', 'pay', textField(created.body, 'payment_request'));
    const hash = textField(created.body, 'payment_hash');
    await untilPasses(async () => {
      assert.equal(field((await user.get(`/invoices/${hash}`)).body, 'settled'), true);
    });

    const single = (await user.get(`/invoices/${hash}`)).body;
    assert.equal(Object.keys(single ?? {}).length, SINGLE_FIELDS_COUNT);
    for (const [name, value] of Object.entries(given)) {
      assert.deepEqual(field(single, name), value, name);
    }
    assert.equal(field(single, 'identifier'), field(created.body, 'identifier'));
    assert.equal(field(single, 'created_at'), field(created.body, 'created_at'));
    assert.match(textField(single, 'settled_at'), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

    const createdSec = Math.floor(Date.parse(textField(single, 'created_at')) / 1000);
    const filters = [
      '',
      '?items=1',
      `?q[created_at_gt]=${createdSec - 60}`,
      `?q%5Bcreated_at_lt%5D=${createdSec + 60}`,
      '?page=1&items=25&q=[object Object]&&nonsense=1',
    ];
    for (const filter of filters) {
      for (const path of ['/invoices', '/invoices/incoming']) {
        const [record] = asArray((await user.get(path + filter)).body);
        assert.equal(field(record, 'payment_hash'), hash, path + filter);
        assert.equal(Object.keys(record ?? {}).length, LIST_FIELDS_COUNT);
      }
      assert.deepEqual((await user.get(`/invoices/outgoing${filter}`)).body, []);
    }
    const identifier = textField(single, 'identifier');
    for (const name of ['since', 'before', 'settled_since']) {
      assert.deepEqual((await user.get(`/invoices?q[${name}]=${identifier}`)).body, [], name);
    }
  });

  test('a keysend with a boostagram arrives at its user with every derived field', async () => {
    const own = textField((await user.get('/user/value4value')).body, 'keysend_pubkey');
    const boostagram = {
      action: 'boost',
      podcast: 'A show',
      message: 'Prima! 🎉',
      sender_name: 'Bob',
      value_msat_total: 50_000,
    };
    const records = {
      '696969': user.identifier,
      '7629169': JSON.stringify(boostagram),
      '34349334': 'hello',
    };
    const before = await user.balanceSat();
    const options = ['--amount', '50', '--to', own, '--records', JSON.stringify(records)];
    await service.cli('sim', 'keysend', ...options);
    await untilPasses(async () => assert.equal(await user.balanceSat(), before + 50));

    const [record] = asArray((await user.get('/invoices/incoming')).body);
    assert.deepEqual(field(record, 'boostagram'), boostagram);
    assert.equal(field(record, 'payer_name'), 'Bob');
    assert.equal(field(record, 'comment'), 'Prima! 🎉');
    assert.equal(field(record, 'keysend_message'), 'hello');
    assert.equal(field(record, 'payment_request'), '');
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    assert.deepEqual(
      field(record, 'custom_records'),
      Object.fromEntries(Object.entries(records).map(([key, text]) => [key, base64(text)])),
    );
    assert.equal(field((await user.get('/user/summary')).body, 'boostagrams_count'), 1);
  });

  test('M60: a keysend for no known user is kept as unclaimed, and no one gets it', async () => {
    const own = textField((await user.get('/user/value4value')).body, 'keysend_pubkey');
    const before = await user.balanceSat();
    const report = await service.cli('books', 'check');
    const liabilities = BigInt(textField(report, 'liabilities_msat'));
    const records = JSON.stringify({ '696969': 'nobody' });
    await service.cli('sim', 'keysend', '--amount', '9', '--to', own, '--records', records);
    await service.cli('sim', 'keysend', '--amount', '8', '--to', own);
    await untilPasses(async () => {
      const now = await service.cli('books', 'check');
      assert.equal(BigInt(textField(now, 'liabilities_msat')), liabilities + 17_000n);
    });
    assert.equal(await user.balanceSat(), before);
  });

  test('M78: another user learns nothing of the hash, and everybody can decode', async () => {
    const stranger = await addWalletUser(service);
    const created = await user.post('/invoices', { amount: 5 });
    const hash = textField(created.body, 'payment_hash');
    const answer = await stranger.get(`/invoices/${hash}`);
    assert.equal(answer.status, 404);
    assert.deepEqual(Object.keys(answer.body ?? {}).sort(), ['code', 'error', 'message']);
  });

  test('M52: what is paid while the service is down is credited at the next start', async () => {
    const before = await user.balanceSat();
    const created = await user.post('/invoices', { amount: 321 });
    await service.end('SIGKILL');
    await service.cli('sim', 'pay', textField(created.body, 'payment_request'));
    await service.start();
    await untilPasses(async () => assert.equal(await user.balanceSat(), before + 321));
    await service.end('SIGTERM');
    await service.start();
    assert.equal(await user.balanceSat(), before + 321);
  });
});

describe('a service with a bound of open invoices', () => {
  const MAX = 3;
  let service: RunningService;

  before(async () => {
    const variables = { SATCHEL_RATE_LIMIT: 'on', SATCHEL_OPEN_INVOICES: String(MAX) };
    service = await startService(variables);
  });
  after(() => service.dispose());

  test('lets a user have as many as its operator set', async () => {
    const [user, other] = [await addWalletUser(service), await addWalletUser(service)];
    const make = async ({ post }: WalletUser) => (await post('/invoices', { amount: 21 })).status;
    for (let count = 0; count < MAX; count += 1) assert.equal(await make(user), 200);
    assert.equal(await make(user), 400);
    assert.equal(await make(other), 200);
  });
});
