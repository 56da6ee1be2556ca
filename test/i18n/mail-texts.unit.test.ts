import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textsOf } from '../../src/i18n/io/catalogues.ts';
import { type MailReader, mailTexts, UNKNOWN_READER } from '../../src/i18n/mail-texts.ts';
import { mailReader } from '../../src/users/mail-reader.ts';
import { DEFAULT_PREFERENCES } from '../../src/users/preferences.ts';

const WINTER = new Date('2026-11-28T12:34:56Z');
const SUMMER = new Date('2026-07-28T12:34:56Z');

const momentFor = (reader: MailReader, at = WINTER): string =>
  mailTexts({ textsOf }, reader).moment(at);

test('a moment is written as in the language, on the clocks of the zone, which it names', () => {
  const zoned: readonly (readonly [MailReader, string])[] = [
    [UNKNOWN_READER, '28 Nov 2026, 12:34 UTC'],
    [{ language: 'en', timeZone: 'Europe/Berlin' }, '28 Nov 2026, 13:34 CET'],
    [{ language: 'de', timeZone: 'Europe/Berlin' }, '28.11.2026, 13:34 MEZ'],
    [{ language: 'es', timeZone: 'America/Bogota' }, '28 nov 2026, 7:34 GMT-5'],
    [{ language: 'pt', timeZone: 'America/Sao_Paulo' }, '28 de nov. de 2026, 09:34 BRT'],
  ];
  for (const [reader, text] of zoned) assert.equal(momentFor(reader), text);
  assert.equal(
    momentFor({ language: 'de', timeZone: 'Europe/Berlin' }, SUMMER),
    '28.07.2026, 14:34 MESZ',
  );
});

test('a zone that this process does not know becomes UTC', () => {
  const reader = { language: 'en', timeZone: 'Moon/Tranquility' } as const;
  assert.equal(momentFor(reader), '28 Nov 2026, 12:34 UTC');
});

test('a user gets what they chose, else what their browser asks for, else what the page is', () => {
  const asker = { language: 'pt', timeZone: 'Europe/Lisbon' } as const;
  const chosen = { ...DEFAULT_PREFERENCES, language: 'de', timeZone: 'Europe/Berlin' } as const;
  const seen = { preferences: DEFAULT_PREFERENCES, browserLanguage: 'es' } as const;
  const unseen = { preferences: DEFAULT_PREFERENCES, browserLanguage: null };
  assert.deepEqual(mailReader({ ...seen, preferences: chosen }, asker), {
    language: 'de',
    timeZone: 'Europe/Berlin',
  });
  assert.deepEqual(mailReader(seen, asker), { language: 'es', timeZone: 'Europe/Lisbon' });
  assert.deepEqual(mailReader(unseen, asker), asker);
  assert.deepEqual(mailReader(seen), { language: 'es', timeZone: 'UTC' });
  assert.deepEqual(mailReader(unseen), { language: 'en', timeZone: 'UTC' });
});
