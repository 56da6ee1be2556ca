import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  accountClosedMail,
  alreadySignedUpMail,
  emailChangedMail,
  emailChangeMail,
  invitationMail,
  passwordResetMail,
  signUpMail,
} from '../../src/accounts/account-mails.ts';
import { createMailer, MailFault } from '../../src/system/mailer.ts';
import { startMailServer } from '../support/mail-server.ts';

const LINK = {
  to: 'ada@example.com',
  site: 'wallet.example',
  address: `https://wallet.example/invitation?token=${'A'.repeat(43)}`,
  expiresAt: new Date('2026-11-28T12:34:56Z'),
};

test('a mail arrives as plain text, with its link whole', async (t) => {
  const server = await startMailServer(t);
  const mailer = createMailer({ url: server.url, from: () => 'satchel@wallet.example' });
  await mailer.send(invitationMail(LINK));
  const [mail = ''] = server.received();
  assert.match(mail, /^From: satchel@wallet\.example$/m);
  assert.match(mail, /^To: ada@example\.com$/m);
  assert.match(mail, /^Subject: Your invitation to the wallet at wallet\.example$/m);
  assert.match(mail, /^Content-Type: text\/plain/m);
  assert(mail.split('\n').includes(LINK.address));
  assert.match(mail, /It works once, until 2026-11-28 12:34 UTC\./);
});

test('with a password, TLS is demanded before it is said', async (t) => {
  const server = await startMailServer(t);
  const url = server.url.replace('//', '//user:pass%20word@');
  const mailer = createMailer({ url, from: () => 'satchel@wallet.example' });
  await assert.rejects(mailer.send(invitationMail(LINK)), MailFault);
  assert(!server.heard().some((line) => /^AUTH/i.test(line)));
  assert.deepEqual(server.received(), []);
});

test('a mail server that refuses is a fault without the words of the mail', async () => {
  const mailer = createMailer({ url: 'smtp://127.0.0.1:1', from: () => 'a@b.example' });
  await assert.rejects(mailer.send(invitationMail(LINK)), (error: unknown) => {
    assert(error instanceof MailFault && error.isTransient);
    assert(!JSON.stringify([error.message, String(error.cause)]).includes('token='));
    return true;
  });
});

test('nobody smuggles headers into a mail', async (t) => {
  const server = await startMailServer(t);
  const mailer = createMailer({ url: server.url, from: () => 'satchel@wallet.example' });
  await mailer.send({ to: 'ada@example.com', subject: 'x\r\nBcc: eve@example.com', text: '.' });
  const [mail = ''] = server.received();
  assert.doesNotMatch(mail, /^Bcc:/m);
  assert(!server.heard().some((line) => line.includes('eve@')));
});

test('each mail says what it is, what to do, and what if it was not you', () => {
  const mails = [
    invitationMail(LINK),
    signUpMail(LINK),
    alreadySignedUpMail(LINK),
    passwordResetMail(LINK),
    emailChangeMail(LINK),
  ];
  for (const { to, subject, text } of mails) {
    assert.equal(to, LINK.to);
    assert.match(subject, /wallet\.example/);
    assert(text.split('\n').includes(LINK.address), subject);
    assert.match(text, /do nothing/);
    assert(text.split('\n').every((line) => line.length <= 78 || line.startsWith('https:')));
  }
  const notice = emailChangedMail({ to: 'old@example.com', site: 'w.example', email: 'new@x.org' });
  assert.match(notice.text, /new@x\.org/);
  assert.match(notice.text, /tell the operator/);
  const end = accountClosedMail({ to: 'old@example.com', site: 'w.example' });
  assert.deepEqual(
    [end.to, end.subject],
    ['old@example.com', 'Your account at w.example was closed'],
  );
  assert.match(end.text, /tell the operator/);
});
