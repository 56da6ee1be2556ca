import type { FoundCaller } from '../../authorization/token-store.ts';
import { batchCalls } from '../../base/batch-calls.ts';
import { createRepeatCallerLinger } from '../../base/batch-linger.ts';
import type { Clock } from '../../base/clock.ts';
import { bytesToHex } from '../../base/hex.ts';
import { byteaList } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import type { FoundPayer, PayerQuestion, PayerStore } from '../../payments/payment-store.ts';
import {
  type PaymentFactsRow,
  parsePaymentFacts,
  paymentView,
} from '../../payments/sql/payment-store.ts';
import { OF_APPS } from './app-grant-store.ts';
import { type CallerRow, type CallerSource, callersText, findCallers } from './caller-query.ts';
import { createKnownTokens } from './known-tokens.ts';
import { PERSONAL } from './token-store.ts';

/**
 * Creates the store for calls that pay. It reads the caller and the payment in one statement, which
 * calls that wait at the same time share.
 */
export function createPayerStore(database: Database, clock: Clock): PayerStore {
  const find = (source: CallerSource) => {
    const text = callersText(source, {
      columns: paymentView('found.user_id'),
      asked: ', $3::bytea[]',
      names: 'payment_hash,',
    });
    const known = createKnownTokens();
    const linger = createRepeatCallerLinger(clock);
    const findPayer = batchCalls({ ...MERGED, linger }, (asked: readonly PayerQuestion[]) => {
      const hashes = byteaList(asked.map(({ paymentHash }) => paymentHash));
      return findCallers(database, { text, known, asked, values: [hashes] }, toPayer);
    });
    return { findPayer, known };
  };
  const byToken = { personal: find(PERSONAL), app: find(OF_APPS) };
  return {
    findPayer: (question) => byToken[question.token].findPayer(question),
    remember: ({ token, tokenHash }) => {
      const facts = byToken[token].known.find(bytesToHex(tokenHash));
      if (facts === null || facts.version === null) return null;
      return { ...facts, token: { hash: tokenHash, version: facts.version } };
    },
  };
}

/**
 * Only one statement at a time reads the callers of payments, so that more callers gather for the
 * next one. Callers that were read together then also book their payments together.
 */
const MERGED = { maxItems: 64, maxCalls: 1 } as const;

const toPayer = (found: FoundCaller, row: CallerRow & PaymentFactsRow): FoundPayer => ({
  found,
  view: { ...parsePaymentFacts(row), payeeUserId: null, idempotency: null },
});
