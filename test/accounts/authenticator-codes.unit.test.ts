import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOTP, URI } from 'otpauth';
import { createAuthenticatorCodes } from '../../src/accounts/libraries/authenticator-codes.ts';

const authenticatorCodes = createAuthenticatorCodes('Our wallet');

/** RFC 6238, appendix B: its secret, times and codes, of which apps show the last six digits. */
const SECRET = new TextEncoder().encode('12345678901234567890');
const VECTORS: readonly (readonly [sec: number, code: string])[] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

test('H5 codes are those of RFC 6238, and belong to one time step', () => {
  for (const [sec, code] of VECTORS) {
    const step = authenticatorCodes.stepOf(SECRET, code, new Date(sec * 1000));
    assert.equal(step, BigInt(Math.floor(sec / 30)), code);
  }
});

test('H5 a clock may be a step off, and no more; the step is that of the code', () => {
  const [sec, code] = VECTORS[3] ?? [0, ''];
  const step = BigInt(Math.floor(sec / 30));
  const at = (steps: number) =>
    authenticatorCodes.stepOf(SECRET, code, new Date((sec + steps * 30) * 1000));
  assert.deepEqual([at(-2), at(-1), at(0), at(1), at(2)], [null, step, step, step, null]);
});

test('what is no code has no step', () => {
  for (const text of ['', '28708', '2870820', 'abcdef', '287082 ', '-87082', '２８７０８２']) {
    assert.equal(authenticatorCodes.stepOf(SECRET, text, new Date(59_000)), null, text);
  }
});

test('an app reads the secret from the address, and people from its spelling', () => {
  const address = authenticatorCodes.address(SECRET, 'ada+x@example.com');
  const parsed = URI.parse(address);
  assert(parsed instanceof TOTP);
  assert.deepEqual([parsed.issuer, parsed.label], ['Our wallet', 'ada+x@example.com']);
  assert.deepEqual([parsed.algorithm, parsed.digits, parsed.period], ['SHA1', 6, 30]);
  assert.deepEqual(parsed.secret.bytes, SECRET);
  assert.equal(authenticatorCodes.spell(SECRET), 'GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ');
});
