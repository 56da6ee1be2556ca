import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  hashToken,
  newPersonalToken,
  parseScopes,
} from '../../src/authorization/personal-token.ts';
import { bytesToHex } from '../../src/base/hex.ts';

const countingBytes = { bytes: (length: number) => new Uint8Array(length).fill(7) };

test('a token carries 256 bits in letters that every client passes on unchanged', () => {
  const token = newPersonalToken(countingBytes);
  assert.match(token, /^sat_pat_[A-Za-z0-9_-]{43}$/);
});

test('the stored hash is SHA-256 of the token text', () => {
  assert.equal(
    bytesToHex(hashToken('abc')),
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

test('scopes are read in order and without repeats', () => {
  assert.deepEqual(parseScopes('invoices:read  balance:read invoices:read'), {
    ok: true,
    value: ['invoices:read', 'balance:read'],
  });
});

test('an unknown scope and an empty list are refused', () => {
  for (const text of ['', '  ', 'balance:write', 'balance:read admin', 'toString', '__proto__']) {
    assert.equal(parseScopes(text).ok, false, text);
  }
});
