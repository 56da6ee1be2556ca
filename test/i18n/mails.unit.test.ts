import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  accountClosedMail,
  alreadySignedUpMail,
  emailChangedMail,
  linkMail,
} from '../../src/accounts/account-mails.ts';
import { type SecurityEvent, securityMail } from '../../src/accounts/security-mails.ts';
import { alarmMail } from '../../src/alarms/alarm-mails.ts';
import { msat, sat } from '../../src/base/amount.ts';
import type { Mail } from '../../src/base/mailer.ts';
import { textsOf } from '../../src/i18n/io/catalogues.ts';
import { LANGUAGES } from '../../src/i18n/language.ts';
import type { TextsOf } from '../../src/i18n/language-texts.ts';
import { type MailTexts, mailTexts, UNKNOWN_READER } from '../../src/i18n/mail-texts.ts';
import type { Notice, NoticeMatter } from '../../src/notifications/notice.ts';
import { noticesMail } from '../../src/notifications/notice-mails.ts';
import { ENDPOINT_NOTICES } from '../../src/webhooks/notice-store.ts';
import { webhookMail } from '../../src/webhooks/webhook-mails.ts';
import { createPseudoLanguage } from '../support/page-tours/pseudo-language.ts';

const SITE = 'wallet.example';
const AUTH_URL = `https://${SITE}`;
const TO = 'ada@example.com';
const AT = new Date('2026-11-28T12:34:56Z');
const LINK = {
  to: TO,
  site: SITE,
  address: `${AUTH_URL}/x?token=${'A'.repeat(43)}`,
  expiresAt: AT,
};
const ENDPOINT_URL = `https://shop.example/hook?a=%20${'x'.repeat(90)}`;

/** Syntax of messages and of HTML, and what would begin a header of its own. */
const HOSTILE = "{site} '{' </b><b> #\r\nBcc: eve@example.com\r\n\r\n‮";
const WRITTEN_OUT =
  "{site} '{' </b><b> #\\u000d\\u000aBcc: eve@example.com\\u000d\\u000a\\u000d\\u000a\\u202e";

const EVENTS: readonly SecurityEvent[] = [
  { kind: 'password_changed' },
  { kind: 'access_reset' },
  { kind: 'authenticator_removed' },
  { kind: 'passkey_removed', name: HOSTILE },
  { kind: 'passkey_added', name: HOSTILE },
  { kind: 'spending_token_added', name: HOSTILE },
  { kind: 'access_mail_off' },
];

const MATTERS: readonly NoticeMatter[] = [
  { kind: 'received', identifier: 'r' },
  { kind: 'ended', isPaid: true, identifier: 'p' },
  { kind: 'ended', isPaid: false, identifier: 'p' },
  { kind: 'limit', limitSat: sat(1234n) },
  { kind: 'budget', grantId: 'g', percent: 80 },
  { kind: 'budget', grantId: 'g', percent: 100 },
  { kind: 'app', grantId: 'g', name: HOSTILE },
  { kind: 'sign_in', device: HOSTILE, address: '192.0.2.1' },
  { kind: 'asked', requestId: 'r_1' },
  { kind: 'approval', grantId: 'g_1', approvalId: 'a_1', name: 'Corner shop' },
  { kind: 'webhook_off', endpointId: 'ep_1', url: ENDPOINT_URL },
  { kind: 'alarm' },
];

const noticed = (matter: NoticeMatter, count: bigint): Notice => ({
  number: 1n,
  seq: 1n,
  matter,
  count,
  isMore: false,
  amountMsat: msat(1_234_000n),
  toldAt: AT,
  isUnread: true,
});

/** Every mail there is. */
function mailsIn(texts: MailTexts): readonly Mail[] {
  const matters = ['invitation', 'signUp', 'passwordReset', 'knownBrowser', 'emailChange'] as const;
  const about = { to: TO, site: SITE, authUrl: AUTH_URL };
  const endpoint = { to: TO, site: SITE, address: `${AUTH_URL}/webhooks/ep_1` };
  return [
    ...matters.map((matter) => linkMail(texts, matter, LINK)),
    alreadySignedUpMail(texts, LINK),
    emailChangedMail(texts, { to: TO, site: SITE, email: 'new@example.org' }),
    accountClosedMail(texts, { to: TO, site: SITE }),
    ...EVENTS.map((event) => securityMail(texts, about, event)),
    ...[1n, 2n].map((count) => {
      const notices = MATTERS.map((matter) => noticed(matter, count));
      return noticesMail(texts, { to: TO, authUrl: AUTH_URL, notices });
    }),
    ...ENDPOINT_NOTICES.map((notice) => {
      const mail = { ...endpoint, endpointUrl: ENDPOINT_URL, failingSince: AT };
      return webhookMail(texts, notice, mail);
    }),
    alarmMail(texts, { to: TO, authUrl: AUTH_URL, kinds: ['node_changed'], more: 0 }),
    alarmMail(texts, { to: TO, authUrl: AUTH_URL, kinds: ['job_parked', 'job_parked'], more: 1 }),
    alarmMail(texts, { to: TO, authUrl: AUTH_URL, kinds: ['job_parked'], more: 990 }),
  ];
}

const textsIn = (language: (typeof LANGUAGES)[number], from: TextsOf = textsOf): MailTexts =>
  mailTexts({ textsOf: from }, { ...UNKNOWN_READER, language });

const english = mailsIn(textsIn('en'));
const linesWithAddress = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line.startsWith('https:'));
const wordsOf = (text: string): string => text.replaceAll(/\s+/g, ' ');

for (const language of LANGUAGES) {
  describe(`mails in ${language}`, () => {
    const mails = mailsIn(textsIn(language));

    test('lead where the English ones lead, in lines that fit', () => {
      for (const [index, { to, subject, text }] of mails.entries()) {
        assert.equal(to, TO);
        assert(subject.includes(SITE), subject);
        assert.doesNotMatch(subject, /[\p{Cc}{}<>]/u);
        assert.deepEqual(linesWithAddress(text), linesWithAddress(english[index]?.text ?? ''));
        const paragraphs = text.split('\n\n').length;
        assert.equal(paragraphs, english[index]?.text.split('\n\n').length, subject);
        const long = text.split('\n').filter((line) => line.length > 78);
        assert(
          long.every((line) => /^\S+$/.test(line) || line.includes(ENDPOINT_URL)),
          long.join('\n'),
        );
      }
    });

    test('say all in their language', () => {
      if (language === 'en') return;
      const sentences = new Set(english.flatMap(({ text }) => wordsOf(text).match(/[^.:]+[.:]/g)));
      for (const { subject, text } of mails) {
        assert(!english.some((mail) => mail.subject === subject), subject);
        for (const sentence of wordsOf(text).match(/[A-ZÁÉÍÓÚÀÂÊÔÃÕÇÄÖÜ][^.:]{20,}[.:]/g) ?? []) {
          assert(!sentences.has(sentence), sentence);
        }
      }
    });

    test('show names of others as they are, and nothing in them is markup, syntax or a line', () => {
      const named = mails.filter(({ text }) => text.includes('Bcc:'));
      assert.equal(named.length, 5);
      for (const { subject, text } of named) {
        assert(wordsOf(text).includes(wordsOf(WRITTEN_OUT)), text);
        assert.doesNotMatch(subject, /Bcc/);
        assert.doesNotMatch(text, /^Bcc/m);
      }
    });
  });
}

test('each message of a mail is in one of them', () => {
  const { texts, unread } = createPseudoLanguage();
  mailsIn(textsIn('en', () => texts));
  assert.deepEqual(
    unread().filter((path) => /^\w+Mails\./.test(path)),
    [],
  );
});

test('a mail about an endpoint shows its whole address on one line', () => {
  const { text } = webhookMail(textsIn('en'), 'failing', {
    to: TO,
    site: SITE,
    address: `${AUTH_URL}/webhooks/ep_1`,
    endpointUrl: ENDPOINT_URL,
    failingSince: null,
  });
  const lines = text.split('\n');
  assert(lines.includes(`Endpoint: ${ENDPOINT_URL}`));
  assert(lines.includes(`${AUTH_URL}/webhooks/ep_1`));
  assert.doesNotMatch(text, /Failing since/);
});

test('a mail says what it is, what to do, and what if it was not you', () => {
  for (const { to, subject, text } of english.slice(0, 6)) {
    assert.equal(to, TO);
    assert.match(subject, /wallet\.example/);
    assert(text.split('\n').includes(LINK.address), subject);
    assert.match(text, /do nothing/);
  }
  const notice = emailChangedMail(textsIn('en'), { to: TO, site: SITE, email: 'new@x.org' });
  assert.match(notice.text, /new@x\.org/);
  assert.match(notice.text, /tell the operator/);
  const end = accountClosedMail(textsIn('en'), { to: TO, site: 'w.example' });
  assert.deepEqual([end.to, end.subject], [TO, 'Your account at w.example was closed']);
  assert.match(end.text, /tell the operator/);
});
