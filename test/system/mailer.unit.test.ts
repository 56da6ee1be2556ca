import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkMail } from '../../src/accounts/account-mails.ts';
import type { Mail } from '../../src/base/mailer.ts';
import { createMailer, MailFault } from '../../src/system/mailer.ts';
import { textsOf } from '../../src/texts/io/catalogues.ts';
import { mailTexts, UNKNOWN_READER } from '../../src/texts/mail-texts.ts';
import { startMailServer } from '../support/mail-server.ts';

const LINK = {
  to: 'ada@example.com',
  site: 'wallet.example',
  address: `https://wallet.example/invitation?token=${'A'.repeat(43)}`,
  expiresAt: new Date('2026-11-28T12:34:56Z'),
};
const invitationMail = (reader = UNKNOWN_READER): Mail =>
  linkMail(mailTexts({ textsOf }, reader), 'invitation', LINK);

test('a mail arrives as plain text, with its link whole', async (t) => {
  const server = await startMailServer(t);
  const mailer = createMailer({ url: server.url, from: () => 'satchel@wallet.example' });
  await mailer.send(invitationMail());
  const [mail = ''] = server.received();
  assert.match(mail, /^From: satchel@wallet\.example$/m);
  assert.match(mail, /^To: ada@example\.com$/m);
  assert.match(mail, /^Subject: Your invitation to the wallet at wallet\.example$/m);
  assert.match(mail, /^Content-Type: text\/plain/m);
  assert(mail.split('\n').includes(LINK.address));
  assert.match(mail, /It works once, until 28 Nov 2026, 12:34 UTC\./);
});

test('words of other languages arrive as they are written', async (t) => {
  const server = await startMailServer(t);
  const mailer = createMailer({ url: server.url, from: () => 'satchel@wallet.example' });
  await mailer.send(invitationMail({ language: 'es', timeZone: 'America/Bogota' }));
  const [mail = ''] = server.received();
  assert.match(mail, /^Subject: Tu invitación a la billetera en wallet\.example$/m);
  assert.match(mail, /^Content-Type: text\/plain; charset=utf-8$/m);
  assert.match(mail, /Te invitan a abrir una billetera para pagos Lightning/);
  assert.match(mail, /hasta\s+el\s+28\s+nov\s+2026,\s+7:34\s+GMT-5\./);
});

test('with a password, TLS is demanded before it is said', async (t) => {
  const server = await startMailServer(t);
  const url = server.url.replace('//', '//user:pass%20word@');
  const mailer = createMailer({ url, from: () => 'satchel@wallet.example' });
  await assert.rejects(mailer.send(invitationMail()), MailFault);
  assert(!server.heard().some((line) => /^AUTH/i.test(line)));
  assert.deepEqual(server.received(), []);
});

test('a mail server that refuses is a fault without the words of the mail', async () => {
  const mailer = createMailer({ url: 'smtp://127.0.0.1:1', from: () => 'a@b.example' });
  await assert.rejects(mailer.send(invitationMail()), (error: unknown) => {
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
