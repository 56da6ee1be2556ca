import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkName } from '../../src/authorization/name.ts';
import { escapeInvisible, hasInvisible } from '../../src/base/text.ts';
import { parseEmail } from '../../src/users/email.ts';
import { checkProfile } from '../../src/users/profile.ts';

const ESCAPES = '\u001b]0;pwned\u0007\u001b[2J\u009b2J\u202eevil\u200b\u{e0041}\r\n';

test('what commands a terminal or is not seen is written out', () => {
  const written = escapeInvisible(`token ${ESCAPES}end`);
  assert.equal(
    written,
    'token \\u001b]0;pwned\\u0007\\u001b[2J\\u009b2J\\u202eevil\\u200b\\udb40\\udc41\\u000d\\u000aend',
  );
  assert.equal(hasInvisible(written), false);
});

test('text that people write stays as it is', () => {
  for (const text of ['', 'ada@example.com  a1b2', 'Grüße, 東京 ⚡', 'नमस्ते']) {
    assert.equal(escapeInvisible(text), text);
    assert.equal(hasInvisible(text), false);
  }
});

test('JSON means the same after it', () => {
  const answer = { name: ESCAPES, ['\u202ekey']: 1 };
  const written = escapeInvisible(JSON.stringify(answer));
  assert.equal(hasInvisible(written), false);
  assert.deepEqual(JSON.parse(written), answer);
});

test('names and addresses refuse it; joiners of letters and emoji are no disguise', () => {
  for (const hidden of ['\u001b', '\u0007', '\u009b', '\u202e', '\u200b', '\u2028', '\u{e0041}']) {
    assert.equal(checkName(`a${hidden}b`, 200).ok, false, JSON.stringify(hidden));
    assert.equal(checkProfile({ name: `a${hidden}b` }).ok, false);
    assert.equal(parseEmail(`a${hidden}b@example.com`).ok, false);
  }
  for (const name of [
    '\u{1f469}\u200d\u{1f467}',
    '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
  ]) {
    assert.deepEqual(checkName(` ${name} `, 200), { ok: true, value: name });
  }
});
