import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEmail } from '../../src/users/email.ts';
import { checkPassword } from '../../src/users/password.ts';
import { checkProfile } from '../../src/users/profile.ts';

test('an e-mail address is trimmed and lower-cased', () => {
  assert.deepEqual(parseEmail('  Ada@Example.COM '), { ok: true, value: 'ada@example.com' });
});

test('a mailbox has one spelling, whatever letters its address is written in', () => {
  for (const [spellings, email] of [
    [
      ['ada@müller.example', 'Ada@MÜLLER.example', 'ada@mu\u0308ller.example'],
      'ada@xn--mller-kva.example',
    ],
    [['ada@xn--mller-kva.example', 'ada@XN--MLLER-KVA.example'], 'ada@xn--mller-kva.example'],
    [['ada@例え.テスト', 'ada@例え。テスト'], 'ada@xn--r8jz45g.xn--zckzah'],
    [['jürgen@example.com', 'ju\u0308rgen@example.com'], 'jürgen@example.com'],
    // ASCII stays as it was stored before: no part of it is read as a number.
    [['ada@0x7f.1'], 'ada@0x7f.1'],
  ] as const) {
    for (const spelling of spellings) {
      assert.deepEqual(parseEmail(spelling), { ok: true, value: email }, spelling);
    }
  }
});

test('a domain that no browser would take is refused', () => {
  for (const domain of ['mü/x.example', 'mü:25.example', 'mü%41.example', 'mü', 'x..mü', 'ü .de']) {
    assert.equal(parseEmail(`ada@${domain}`).ok, false, domain);
  }
  assert.equal(parseEmail('ada@exa\u00admple.com').ok, false, 'a hidden hyphen');
});

test('what is no e-mail address is refused', () => {
  const texts = [
    '',
    'ada',
    'ada@',
    '@x.org',
    'a b@x.org',
    'a@b@x.org',
    'a@x',
    'a@x..org',
    'a\n@x.org',
  ];
  for (const text of [...texts, `${'a'.repeat(250)}@x.org`]) {
    assert.equal(parseEmail(text).ok, false, JSON.stringify(text));
  }
});

test('a password has 8 to 256 characters', () => {
  assert.equal(checkPassword('1234567').ok, false);
  assert.equal(checkPassword('12345678').ok, true);
  assert.equal(checkPassword('x'.repeat(256)).ok, true);
  assert.equal(checkPassword('x'.repeat(257)).ok, false);
});

test('the same password in two Unicode forms is one password', () => {
  const composed = checkPassword('caf\u00e9-caf\u00e9');
  const decomposed = checkPassword('cafe\u0301-cafe\u0301');
  assert.deepEqual(composed, decomposed);
});

test('a nostr key is checked to the last letter', () => {
  // The example of NIP-19.
  const npub = 'npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg';
  assert.equal(checkProfile({ nostrPubkey: npub }).ok, true);
  assert.equal(checkProfile({ nostrPubkey: npub.replace('0e', '0f') }).ok, false);
  assert.equal(checkProfile({ nostrPubkey: 'nsec1abc' }).ok, false);
});

test('an avatar is an https address, and null clears a field', () => {
  assert.equal(checkProfile({ avatar: 'https://example.com/a.png' }).ok, true);
  assert.equal(checkProfile({ avatar: 'javascript:alert(1)' }).ok, false);
  assert.deepEqual(checkProfile({ avatar: null, name: null }), {
    ok: true,
    value: { avatar: null, name: null },
  });
});
