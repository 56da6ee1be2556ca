import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  excessSat,
  NO_LIMITS,
  publicRoomSat,
  roomSat,
} from '../../src/authorization/user-limits.ts';
import { sat } from '../../src/base/amount.ts';
import { addInvoiceError, payInvoiceError } from '../../src/lndhub/lndhub-errors.ts';
import { createInvoiceError, payError } from '../../src/nwc/wallet-errors.ts';

const limited = { maxBalanceSat: sat(1000n), maxSendDaySat: null };

test('room ends at the limit, and what lies above it is the excess', () => {
  assert.equal(roomSat(NO_LIMITS, sat(5n)), null);
  assert.equal(roomSat(limited, sat(999n)), 1n);
  assert.equal(roomSat(limited, sat(1000n)), 0n);
  assert.equal(roomSat(limited, sat(1001n)), 0n);
  const excessOf = (total: bigint) =>
    excessSat({ limits: limited, totalSat: sat(total), heldSat: sat(0n), sentDaySat: sat(0n) });
  assert.equal(excessOf(1000n), 0n);
  assert.equal(excessOf(1001n), 1n);
});

test('strangers are told round numbers that always fit', () => {
  const told = [0n, 1n, 2n, 4n, 5n, 9n, 10n, 19n, 20n, 49n, 99n, 500n, 999_999n].map((room) =>
    publicRoomSat(sat(room)),
  );
  assert.deepEqual(told, [0n, 1n, 2n, 2n, 5n, 5n, 10n, 10n, 20n, 20n, 50n, 500n, 500_000n]);
});

test('apps are told in their dialect, without amounts', () => {
  const overDay = { kind: 'send_limit_exceeded', resetsAt: new Date(0) } as const;
  assert.equal(payError(overDay)?.code, 'QUOTA_EXCEEDED');
  assert.match(payError(overDay)?.message ?? '', /renews at 1970-01-01T00:00:00.000Z/);
  assert.equal(payInvoiceError(overDay).code, 2);
  assert.equal(payInvoiceError(overDay).status, 400);
  const stored = { kind: 'storage_used_up' } as const;
  assert.deepEqual([payInvoiceError(stored).status, addInvoiceError(stored).code], [400, 2]);
  assert.match(payInvoiceError(stored).message, /try again in an hour/);
  const tooMuch = { kind: 'balance_limit_exceeded' } as const;
  assert.equal(createInvoiceError(tooMuch).code, 'OTHER');
  assert.equal(addInvoiceError(tooMuch).code, 2);
});
