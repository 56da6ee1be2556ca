import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operateBookPages } from '../../src/admin/pages/books.ts';
import { operatePaymentPages } from '../../src/admin/pages/payments.ts';
import { operateUnclaimedPages } from '../../src/admin/pages/unclaimed.ts';
import { operateWebhookPages } from '../../src/admin/pages/webhook-health.ts';
import { scheduleInForce } from '../../src/backups/backup-schedule.ts';
import { msat, sat } from '../../src/base/amount.ts';
import { renderHtml } from '../../src/i18n/html.ts';
import { LANGUAGE_TEXTS } from '../../src/i18n/io/catalogues.ts';
import { createFormatters } from '../../src/web/pages/formatters.ts';
import { BACKUPS_ON_TIME } from '../support/test-operator.ts';

const SINCE = new Date('2026-05-06T07:08:09Z');
const PAYMENT = {
  id: '00000000-0000-0000-0000-000000000001',
  identifier: 'p'.repeat(24),
  userIdentifier: 'u'.repeat(20),
  userEmail: 'payer@example.com',
  state: 'unknown',
  kind: 'keysend',
  target: 'ab'.repeat(32),
  amountMsat: msat(1_000_500n),
  heldSat: sat(1_011n),
  createdAt: SINCE,
  isAcknowledged: true,
  firstNotFoundAt: SINCE,
  stuck: { seenAt: SINCE, awaySec: 600n },
} as const;

const CLOCK = { now: () => SINCE };
const SCHEDULE = scheduleInForce({ everySec: null, keep: null }, null);

const OPERATOR_STORES = {
  openPayments: {
    listOpen: async () => [PAYMENT],
    countOpen: async () => ({ open: 1, unknown: 1, stuck: 1, heldSat: sat(1_011n) }),
  },
  unclaimed: {
    listUnclaimedAfter: async () => [
      {
        id: PAYMENT.id,
        amountMsat: msat(999n),
        settledAt: SINCE,
        reason: 'unknown_user',
        userId: null,
        arrival: {
          rail: 'lightning',
          paymentHash: PAYMENT.target,
          preimage: null,
          records: new Map(),
          rawEvent: '{"memo":"<b>"}',
        },
      },
      {
        id: PAYMENT.id,
        amountMsat: msat(50_000_000n),
        settledAt: SINCE,
        reason: 'account_closed',
        userId: null,
        arrival: {
          rail: 'chain',
          address: 'bc1pexample',
          txid: 'f0'.repeat(32),
          outputIndex: 7,
          block: { height: 900_000, hash: '00'.repeat(32) },
        },
      },
    ],
  },
  books: { lastBooksCheck: async () => null },
  booksFindings: { listBooksFindings: async () => [] },
  readBackups: async () => BACKUPS_ON_TIME,
  backupRuns: { listRuns: async () => [] },
  backupPlace: { folder: null, isSealed: false },
  tableSizes: {
    listTableSizes: async () => [{ name: 'payment', bytes: 20_000_000_000n, rows: null }],
    listOutgrownSettings: async () => [{ name: 'max_wal_size', value: '1GB', advised: '4GB' }],
  },
  backlog: {
    readBacklog: async () => ({ waiting: 10_001, oldestDueAt: SINCE }),
    listFailing: async () =>
      ['https://a.example/secret-1', 'https://b.example/', 'https://b.example/secret-2'].map(
        (url) => ({ url, failingSince: SINCE, failures: 3 }),
      ),
  },
};

for (const texts of Object.values(LANGUAGE_TEXTS)) {
  const format = createFormatters({
    locale: texts.language,
    unit: 'sat',
    timeZone: null,
    hidesAmounts: false,
  });

  const render = async (pages: typeof operatePaymentPages, show = ''): Promise<string> => {
    const query = { text: (name: string) => (name === 'show' ? show : '') };
    const [page] = pages;
    assert(page !== undefined);
    // What these pages read of a server and a request.
    const backupSchedules = { readSchedule: async () => SCHEDULE, readProgress: async () => null };
    const deps = { operatorStores: OPERATOR_STORES, actions: { backupSchedules }, clock: CLOCK };
    const parts = [deps, { query, texts: { ...texts, format } }];
    const answer: { readonly main: Parameters<typeof renderHtml>[0] } = await Reflect.apply(
      page.handle,
      page,
      parts,
    );
    return renderHtml(answer.main).replaceAll(/\s+/g, ' ');
  };

  test(`${texts.language}: a stuck payment is shown with what is known of it`, async () => {
    const shown = await render(operatePaymentPages, 'stranded');
    const words = texts.operateLists.payments;
    for (const part of [words.states.unknown, words.kinds.keysend, PAYMENT.target]) {
      assert(shown.includes(part), part);
    }
    assert.match(shown, /10 [mM]inut/);
    const who = `/operate/users/${PAYMENT.userIdentifier}">payer@example.com<`;
    assert(shown.includes(who), 'a person, not their identifier');
  });

  test(`${texts.language}: unclaimed money is shown with its event as text`, async () => {
    const shown = await render(operateUnclaimedPages);
    assert.match(shown, /unknown user/);
    assert.match(shown, /0[.,]999 /);
    assert.doesNotMatch(shown, /<b>/);
    assert.match(shown, /account closed.*bc1pexample.*(?:f0){32}:7/s);
  });

  test(`${texts.language}: settings that the database has outgrown are named`, async () => {
    const shown = await render(operateBookPages);
    const { lead } = texts.operateLists.books.sizes.outgrown;
    assert(shown.includes(lead), lead);
    assert.match(shown, />max_wal_size<.*>1GB<.*>4GB</);
  });

  test(`${texts.language}: failing receivers are grouped by host, without paths`, async () => {
    const shown = await render(operateWebhookPages);
    assert.match(shown, /b\.example.*?>2<.*?>6<.*a\.example/);
    assert.doesNotMatch(shown, /secret-/);
  });
}
