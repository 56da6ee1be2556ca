import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createRateStore } from '../../src/fiat/sql/rate-store.ts';
import { testDatabase } from '../support/database.ts';

test('the newest price of each currency is kept, whoever writes last', async () => {
  const { database } = await testDatabase({ after });
  const rates = createRateStore(database);
  assert.equal(await rates.findRate('EUR'), null);
  const newest = {
    currency: 'EUR',
    centsPerBtc: 6_425_050n,
    readAt: new Date('2026-05-02T10:00Z'),
  };
  await rates.storeRate(newest);
  await rates.storeRate({ ...newest, centsPerBtc: 1n, readAt: new Date('2026-05-02T09:59Z') });
  assert.deepEqual(await rates.findRate('EUR'), newest);
  const later = { ...newest, centsPerBtc: 10n ** 16n, readAt: new Date('2026-05-02T10:01Z') };
  await rates.storeRate(later);
  assert.deepEqual(await rates.findRate('EUR'), later);
  assert.equal(await rates.findRate('USD'), null);
});
