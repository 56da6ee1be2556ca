import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AwayPart, awayPart, hasWaited } from '../../src/base/fault.ts';
import {
  connectionProblem,
  DatabaseFault,
  isRolledBack,
  isUnfitConnection,
  mayHaveHappened,
  withCode as withCodeOfWords,
  withFaults,
} from '../../src/database/database-fault.ts';
import { MoneyOutcomeUnknown } from '../../src/ledger/money-store.ts';

const withCode = (code: string): Error => Object.assign(new Error(code), { code });

interface Class {
  readonly isTransient: boolean;
  readonly away: AwayPart | null;
  readonly mayHaveHappened: boolean;
  readonly isUnfit: boolean;
}

const classOf = (cause: Error): Class => {
  const fault = new DatabaseFault(cause);
  return {
    isTransient: fault.isTransient,
    away: fault.away,
    mayHaveHappened: mayHaveHappened(fault),
    isUnfit: isUnfitConnection(cause),
  };
};

const LOST = { isTransient: true, away: 'database' as const, mayHaveHappened: true, isUnfit: true };
const NOT_THERE = {
  isTransient: true,
  away: 'database' as const,
  mayHaveHappened: false,
  isUnfit: false,
};
const FAILED = { isTransient: true, away: null, mayHaveHappened: false, isUnfit: false };

describe('the class of a fault', () => {
  const classes: Readonly<Record<string, Class>> = {
    25006: { ...NOT_THERE, isUnfit: true },
    '57P01': LOST,
    '57P02': LOST,
    '57P03': NOT_THERE,
    53300: NOT_THERE,
    CONNECTION_CLOSED: LOST,
    ECONNRESET: LOST,
    ECONNREFUSED: NOT_THERE,
    ENOTFOUND: NOT_THERE,
    ECONNABORTED: LOST,
    EPROTO: LOST,
    ENETDOWN: { ...LOST, isUnfit: false },
    EHOSTDOWN: { ...LOST, isUnfit: false },
    NOT_PRIMARY: NOT_THERE,
    NO_CONNECTION: NOT_THERE,
    CONNECT_TIMEOUT: NOT_THERE,
    NOT_CONFIRMED: { ...NOT_THERE, mayHaveHappened: true },
    40001: FAILED,
    '55P03': NOT_THERE,
    53100: NOT_THERE,
    57014: FAILED,
    23505: { ...FAILED, isTransient: false },
    '42P01': { ...FAILED, isTransient: false },
  };
  for (const [code, expected] of Object.entries(classes)) {
    test(code, () => assert.deepEqual(classOf(withCode(code)), expected));
  }
});

test('a server that became a standby undid nothing that may simply run again', () => {
  for (const code of ['25006', '57P01', 'NOT_CONFIRMED', 'NOT_PRIMARY']) {
    assert.equal(isRolledBack(new DatabaseFault(withCode(code))), false);
  }
});

test('what the network says of a connection is a fault of the database', async () => {
  for (const code of ['ENOTFOUND', 'ENETDOWN', 'EHOSTDOWN', 'ECONNABORTED', 'EPROTO']) {
    const failing = withFaults(async () => {
      throw withCode(code);
    });
    await assert.rejects(failing, { name: 'DatabaseFault', code });
  }
});

test('what this layer says of a server is a fault of the database', async () => {
  for (const problem of ['NOT_PRIMARY', 'NOT_CONFIRMED', 'NO_CONNECTION'] as const) {
    const failing = withFaults(async () => {
      throw connectionProblem(problem);
    });
    await assert.rejects(failing, { name: 'DatabaseFault', code: problem });
  }
});

test('a server that answers no connection was sent nothing, and its callers have waited', () => {
  const fault = new DatabaseFault(withCodeOfWords(new Error('timeout expired')));
  assert.equal(mayHaveHappened(fault), false);
  assert.equal(hasWaited(fault), true);
  const lost = new DatabaseFault(withCodeOfWords(new Error('Connection terminated unexpectedly')));
  assert.equal(mayHaveHappened(lost), true);
  assert.equal(hasWaited(lost), false);
});

test('an unknown end of money says that the database is away where that is its cause', () => {
  const unknown = (code: string) =>
    new MoneyOutcomeUnknown('no answer', { cause: new DatabaseFault(withCode(code)) });
  assert.equal(awayPart(unknown('NOT_CONFIRMED')), 'database');
  assert.equal(awayPart(unknown('40001')), null);
  assert.equal(awayPart(withCode('NOT_CONFIRMED')), null);
});
