import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkMail } from '../../src/accounts/account-mails.ts';
import { type Mail, MailFault, type MailProblem } from '../../src/base/mailer.ts';
import { textsOf } from '../../src/i18n/io/catalogues.ts';
import { mailTexts, UNKNOWN_READER } from '../../src/i18n/mail-texts.ts';
import { createMailer, type MailerOptions } from '../../src/system/mailer.ts';
import { type MailAnswers, startMailServer } from '../support/mail-server.ts';
import { SELF_SIGNED_CERTIFICATE } from '../support/self-signed-certificate.ts';

const LINK = {
  to: 'ada@example.com',
  site: 'wallet.example',
  address: `https://wallet.example/invitation?token=${'A'.repeat(43)}`,
  expiresAt: new Date('2026-11-28T12:34:56Z'),
};
const invitationMail = (reader = UNKNOWN_READER): Mail =>
  linkMail(mailTexts({ textsOf }, reader), 'invitation', LINK);

const mailerTo = (url: string, more: Partial<MailerOptions> = {}) =>
  createMailer({
    url,
    caPem: null,
    from: () => 'satchel@wallet.example',
    host: () => 'wallet.example',
    ...more,
  });

test('a mail arrives as plain text, with its link whole', async (t) => {
  const server = await startMailServer(t);
  const mailer = mailerTo(server.url);
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
  const mailer = mailerTo(server.url);
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
  const mailer = mailerTo(url);
  await assert.rejects(mailer.send(invitationMail()), MailFault);
  assert(!server.heard().some((line) => /^AUTH/i.test(line)));
  assert.deepEqual(server.received(), []);
});

test('a mail server that refuses is a fault without the words of the mail', async () => {
  const mailer = mailerTo('smtp://127.0.0.1:1');
  await assert.rejects(mailer.send(invitationMail()), (error: unknown) => {
    assert(error instanceof MailFault && error.isTransient);
    assert(!JSON.stringify([error.message, String(error.cause)]).includes('token='));
    return true;
  });
});

test('nobody smuggles headers into a mail', async (t) => {
  const server = await startMailServer(t);
  const mailer = mailerTo(server.url);
  await mailer.send({ to: 'ada@example.com', subject: 'x\r\nBcc: eve@example.com', text: '.' });
  const [mail = ''] = server.received();
  assert.doesNotMatch(mail, /^Bcc:/m);
  assert(!server.heard().some((line) => line.includes('eve@')));
});

test('the greeting is the host of the pages, and a mail says that a program wrote it', async (t) => {
  const server = await startMailServer(t);
  await mailerTo(server.url).send({ ...invitationMail(), id: 'one-and-the-same' });
  assert(server.heard().includes('EHLO wallet.example'));
  const [mail = ''] = server.received();
  assert.match(mail, /^Auto-Submitted: auto-generated$/m);
  assert.match(mail, /^Message-ID: <one-and-the-same@wallet\.example>$/im);
  for (const [host, greeting] of [
    ['192.0.2.7', 'EHLO [192.0.2.7]'],
    ['[2001:db8::7]', 'EHLO [IPv6:2001:db8::7]'],
  ] as const) {
    await mailerTo(server.url, { host: () => host }).send(invitationMail());
    assert(server.heard().includes(greeting), greeting);
  }
});

/** What is made of a mail that a server answers like this. */
async function problemWith(
  t: { after(fn: () => Promise<void>): void },
  answers: MailAnswers,
  signal?: AbortSignal,
): Promise<MailFault> {
  const server = await startMailServer(t, { answers });
  try {
    await mailerTo(server.url).send(invitationMail(), signal);
  } catch (error) {
    assert(error instanceof MailFault);
    assert.deepEqual(server.received(), []);
    return error;
  }
  return assert.fail('the mail left');
}

const sayTo =
  (verb: string, answer: string): MailAnswers =>
  (line) =>
    line.toUpperCase().startsWith(verb) ? answer : null;

test('what the server answers decides whether the mail is tried again', async (t) => {
  const cases: readonly (readonly [string, string, MailProblem])[] = [
    ['RCPT', '451 4.7.1 come back in a minute', 'later'],
    ['DATA', '451 4.3.0 not now', 'later'],
    ['.', '452 4.3.1 no room', 'later'],
    ['.', 'drop', 'later'],
    ['EHLO', 'drop', 'later'],
    ['MAIL', '421 4.3.2 going down', 'later'],
    ['RCPT', '550 5.1.1 no such mailbox', 'recipient'],
    ['RCPT', '554 5.7.1 relay access denied', 'mail'],
    ['.', '554 5.6.0 refused', 'mail'],
    ['MAIL', '550 5.7.1 this sender is not yours', 'setup'],
  ];
  for (const [verb, answer, problem] of cases) {
    const fault = await problemWith(t, sayTo(verb, answer));
    assert.equal(fault.problem, problem, `${verb} ${answer}`);
    assert.equal(fault.isTransient, problem === 'later' || problem === 'setup');
    if (answer !== 'drop') assert(fault.answer.includes(answer.slice(4)), fault.answer);
  }
});

test('an answer is passed on without the address of the recipient', async (t) => {
  const fault = await problemWith(t, sayTo('RCPT', '550 5.1.1 <ada@example.com> unknown'));
  assert.equal(fault.answer, '550 5.1.1 <the recipient> unknown');
});

test('a server that says nothing more is left when the work has to end', async (t) => {
  const stop = new AbortController();
  const answers: MailAnswers = (line) => {
    if (!line.startsWith('RCPT')) return null;
    stop.abort();
    return 'hang';
  };
  assert.equal((await problemWith(t, answers, stop.signal)).problem, 'later');
});

test('TLS is used where it is offered, whoever signed the certificate', async (t) => {
  const server = await startMailServer(t, { hasTls: true });
  await mailerTo(server.url).send(invitationMail());
  assert.deepEqual([server.received().length, server.secured()], [1, 1]);
});

test('with a login, a certificate that nobody vouches for is refused', async (t) => {
  const server = await startMailServer(t, { hasTls: true });
  const url = server.url.replace('//', '//user:pass%20word@');
  await assert.rejects(mailerTo(url).send(invitationMail()), (error: unknown) => {
    assert(error instanceof MailFault);
    assert.equal(error.problem, 'setup');
    assert.match(error.answer, /certificate/);
    return true;
  });
  assert(!server.heard().some((line) => line.startsWith('AUTH')));
  await mailerTo(url, { caPem: SELF_SIGNED_CERTIFICATE }).send(invitationMail());
  assert(server.heard().some((line) => line.startsWith('AUTH')));
  assert.equal(server.received().length, 1);
});

test('a certificate that is trusted by itself may bear any name', async (t) => {
  const server = await startMailServer(t, { hasTls: true });
  // The certificate is made out to 127.0.0.1 and localhost.
  const url = server.url.replace('127.0.0.1', '[::ffff:127.0.0.1]');
  await mailerTo(url, { caPem: SELF_SIGNED_CERTIFICATE }).send(invitationMail());
  assert.deepEqual([server.received().length, server.secured()], [1, 1]);
});

test('where a certificate is expected, mail never leaves in clear', async (t) => {
  const server = await startMailServer(t);
  const mailer = mailerTo(server.url, { caPem: SELF_SIGNED_CERTIFICATE });
  await assert.rejects(mailer.send(invitationMail()), (error: unknown) => {
    assert(error instanceof MailFault);
    assert.equal(error.problem, 'setup');
    return true;
  });
  assert.deepEqual(server.received(), []);
});

test('a login that the server refuses is for the operator to mend', async (t) => {
  const answers = sayTo('AUTH', '535 5.7.8 wrong password');
  const server = await startMailServer(t, { hasTls: true, answers });
  const url = server.url.replace('//', '//user:secret@');
  const mailer = mailerTo(url, { caPem: SELF_SIGNED_CERTIFICATE });
  await assert.rejects(mailer.send(invitationMail()), (error: unknown) => {
    assert(error instanceof MailFault);
    assert.equal(error.problem, 'setup');
    assert.match(error.answer, /wrong password/);
    return true;
  });
});

test('a server that offers TLS and then has none gets the mail in clear, without a login', async (t) => {
  const answers = sayTo('STARTTLS', '454 4.7.0 no TLS today');
  const server = await startMailServer(t, { hasTls: true, answers });
  await mailerTo(server.url).send(invitationMail());
  assert.deepEqual([server.received().length, server.secured()], [1, 0]);
});
