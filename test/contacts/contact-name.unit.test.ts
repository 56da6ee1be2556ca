import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { hasInvisible } from '../../src/base/text.ts';
import { contactKey, readContactName } from '../../src/contacts/contact-name.ts';
import { MAX_CONTACT_NAME_LENGTH } from '../../src/contacts/limits.ts';
import { checkProperty } from '../support/check-property.ts';

const keyOf = (text: string): string => {
  const read = readContactName(text);
  assert(read.ok, text);
  return read.value.key;
};

describe('the name of a contact', () => {
  test('is kept as it was typed, without spaces around it', () => {
    assert.deepEqual(readContactName('  Anna  Müller ⚡ '), {
      ok: true,
      value: { name: 'Anna Müller ⚡', key: 'anna müller ⚡' },
    });
  });

  test('is the same in any case, width and with joiners', () => {
    for (const same of ['ANNA', 'anna', 'Ａｎｎａ', 'An\u200dna', ' Anna\u00a0']) {
      assert.equal(keyOf(same), keyOf('Anna'), same);
    }
    assert.notEqual(keyOf('Anne'), keyOf('Anna'));
  });

  test('is refused with its reason', () => {
    for (const [text, refusal] of [
      ['', 'name_empty'],
      [' \u00a0 ', 'name_empty'],
      ['\u200d', 'name_empty'],
      ['An\u202ena', 'name_hidden'],
      ['An\u2066na', 'name_hidden'],
      ['An\u0000na', 'name_hidden'],
      ['An\nna', 'name_hidden'],
      ['a'.repeat(MAX_CONTACT_NAME_LENGTH + 1), 'name_too_long'],
      ['⚡'.repeat(MAX_CONTACT_NAME_LENGTH + 1), 'name_too_long'],
    ] as const) {
      assert.deepEqual(readContactName(text), { ok: false, refusal }, JSON.stringify(text));
    }
    assert.equal(readContactName('🦊'.repeat(MAX_CONTACT_NAME_LENGTH)).ok, true);
  });

  test('whatever was typed: short, without anything hidden, and the same when it is read again', () => {
    checkProperty(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const read = readContactName(text);
        if (!read.ok) return;
        const { name, key } = read.value;
        assert([...name].length <= MAX_CONTACT_NAME_LENGTH && name === name.trim());
        assert(!hasInvisible(name) && name.isWellFormed());
        assert(key !== '' && contactKey(name.toUpperCase().toLowerCase()) !== '');
        assert.deepEqual(readContactName(name), read);
      }),
    );
  });
});
