import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashBackupCode, newBackupCode, readBackupCode } from '../../src/accounts/backup-code.ts';
import { newKnownBrowser, readKnownBrowser } from '../../src/accounts/known-browser.ts';
import { linkAddress, newLinkToken } from '../../src/accounts/link-address.ts';
import { deriveKey } from '../../src/authorization/derived-key.ts';
import { seal, unseal } from '../../src/authorization/sealed-box.ts';
import { bytesToHex } from '../../src/base/hex.ts';
import { systemRandom } from '../../src/system/system-random.ts';

const key = systemRandom.bytes(32);
const secret = systemRandom.bytes(20);

test('keys are for one purpose, and the same each time', () => {
  const [one, other] = [deriveKey(key, 'authenticator'), deriveKey(key, 'known browser')];
  assert.equal(one.length, 32);
  assert.notDeepEqual(one, other);
  assert.notDeepEqual(one, key);
  assert.deepEqual(deriveKey(key, 'authenticator'), one);
  assert.notDeepEqual(deriveKey(systemRandom.bytes(32), 'authenticator'), one);
});

test('keys stay what they are: sealed secrets of earlier versions open', () => {
  // Extract and expand of RFC 5869 done by hand with HMAC-SHA-256.
  const known = deriveKey(new Uint8Array(32), 'authenticator');
  assert.equal(
    bytesToHex(known),
    '107f546ab934fc06c6f4e1602a21281a85f9da78dacfb584e711d910db151627',
  );
});

test('a sealed secret opens with its key and for its owner only', () => {
  const box = seal(key, secret, 'ada', systemRandom);
  assert.deepEqual(unseal(key, box, 'ada'), secret);
  assert.equal(unseal(key, box, 'bob'), null);
  assert.equal(unseal(systemRandom.bytes(32), box, 'ada'), null);
  assert(!bytesToHex(box).includes(bytesToHex(secret)));
  assert.notDeepEqual(seal(key, secret, 'ada', systemRandom), box, 'never the same twice');
});

test('a sealed secret that was changed or cut does not open', () => {
  const box = seal(key, secret, 'ada', systemRandom);
  for (const index of box.keys()) {
    const changed = box.map((byte, at) => (at === index ? byte ^ 1 : byte));
    assert.equal(unseal(key, changed, 'ada'), null, `byte ${index}`);
  }
  for (const length of [0, 1, 27, box.length - 1]) {
    assert.equal(unseal(key, box.slice(0, length), 'ada'), null, `${length} bytes`);
  }
});

test('the mark of a browser is of one user, and cannot be made up', () => {
  const mark = newKnownBrowser(key, 'ada', systemRandom);
  const name = readKnownBrowser(key, 'ada', mark);
  assert.match(name ?? '', /^[\w-]{22}$/);
  assert.equal(readKnownBrowser(key, 'bob', mark), null);
  assert.equal(readKnownBrowser(systemRandom.bytes(32), 'ada', mark), null);
  const other = readKnownBrowser(key, 'ada', newKnownBrowser(key, 'ada', systemRandom));
  assert.notEqual(other, name);
  const [, signature = ''] = mark.split('.');
  for (const text of ['', '.', mark.slice(1), `${'A'.repeat(22)}.${signature}`, `${mark}A`]) {
    assert.equal(readKnownBrowser(key, 'ada', text), null, text);
  }
});

test('H6 a backup code has 80 bits and is read as people type it', () => {
  const codes = Array.from({ length: 200 }, () => newBackupCode(systemRandom));
  assert.equal(new Set(codes).size, 200);
  const letters = new Set(codes.join('').replaceAll('-', ''));
  assert.equal(letters.size, 32);
  for (const look of 'lo01') assert(!letters.has(look), look);
  const [code = ''] = codes;
  assert.match(code, /^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
  const plain = code.replaceAll('-', '');
  for (const typed of [code, plain, code.toUpperCase(), ` ${code.replaceAll('-', '  ')} `]) {
    assert.equal(readBackupCode(typed), plain);
    assert.deepEqual(hashBackupCode(readBackupCode(typed) ?? ''), hashBackupCode(code));
  }
  for (const none of ['', plain.slice(1), `${plain}a`, plain.replace(/./, '0'), '123456']) {
    assert.equal(readBackupCode(none), null, none);
  }
});

test('G4 the token of a link has 256 bits and needs no encoding in its address', () => {
  const token = newLinkToken(systemRandom);
  const address = linkAddress('https://w.example', 'password_reset', token);
  assert.equal(address, `https://w.example/reset-password?token=${token}`);
  assert.equal(new URL(address).searchParams.get('token'), token);
  assert.match(token, /^[\w-]{43}$/);
});
