import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { SELF_SIGNED_CERTIFICATE, SELF_SIGNED_KEY } from './self-signed-certificate.ts';

/** A mail server (RFC 5321) that accepts everything, unless a test says otherwise. */
export interface MailServer {
  readonly url: string;
  /** The received messages with headers and text, decoded as people read them. */
  received(): readonly string[];
  /** The lines that clients have sent. */
  heard(): readonly string[];
  /** The number of connections that have switched to TLS. */
  secured(): number;
}

/**
 * The answer of the server to a line, which is a command or `.`, the end of a message. `drop`
 * closes the connection, `hang` sends nothing, and null is the usual answer.
 */
export type MailAnswers = (line: string) => string | null;

export interface MailServerOptions {
  readonly answers?: MailAnswers;
  /** Whether the server offers TLS, with the certificate of the tests, and logins over TLS. */
  readonly hasTls?: boolean;
}

export async function startMailServer(
  t: { after(fn: () => Promise<void>): void },
  { answers = () => null, hasTls = false }: MailServerOptions = {},
): Promise<MailServer> {
  const talk: Talk = { received: [], heard: [], secured: 0, answers, hasTls };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).write('220 mail\r\n');
    listen(talk, socket, hasTls);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  assert(address !== null && typeof address === 'object');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received: () => talk.received,
    heard: () => talk.heard,
    secured: () => talk.secured,
  };
}

interface Talk extends Required<MailServerOptions> {
  readonly received: string[];
  readonly heard: string[];
  secured: number;
}

/** Handles a connection until it switches to TLS and begins again. */
function listen(talk: Talk, socket: Socket, offersTls: boolean): void {
  let pending = '';
  let message: string[] | null = null;
  const say = (line: string): void => {
    if (line === 'drop') socket.destroy();
    else if (line !== 'hang') socket.write(`${line}\r\n`);
  };
  const hear = (line: string): void => {
    if (message !== null) {
      if (line !== '.') return void message.push(line.replace(/^\.\./, '.'));
      const answer = talk.answers('.');
      if (answer === null) talk.received.push(readMessage(message));
      message = null;
      say(answer ?? '250 taken');
      return;
    }
    talk.heard.push(line);
    const answer = talk.answers(line);
    if (answer !== null) return void say(answer);
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'STAR' && offersTls) return void secure();
    if (verb === 'DATA') message = [];
    if (verb === 'QUIT') return void socket.end('221 bye\r\n');
    say(usualAnswer(verb, talk.hasTls, offersTls));
  };
  const onData = (bytes: Buffer): void => {
    pending += String(bytes);
    const lines = pending.split('\r\n');
    pending = lines.pop() ?? '';
    for (const line of lines) hear(line);
  };
  const secure = (): void => {
    socket.off('data', onData);
    say('220 go on');
    const secret = { cert: SELF_SIGNED_CERTIFICATE, key: SELF_SIGNED_KEY };
    const secured = new TLSSocket(socket, { isServer: true, ...secret });
    secured
      .on('error', () => undefined)
      .on('secure', () => {
        talk.secured += 1;
      });
    listen(talk, secured, false);
  };
  socket.on('data', onData);
}

function usualAnswer(verb: string, hasTls: boolean, offersTls: boolean): string {
  if (verb === 'EHLO' && offersTls) return '250-mail\r\n250 STARTTLS';
  if (verb === 'EHLO' && hasTls) return '250-mail\r\n250 AUTH PLAIN';
  if (verb === 'AUTH') return '235 welcome';
  if (verb === 'DATA') return '354 go on';
  return verb === 'STAR' ? '502 no TLS here' : '250 well';
}

/** Decodes a message: long lines are joined, and encoded words are decoded. */
function readMessage(lines: readonly string[]): string {
  const end = lines.indexOf('');
  const headers = lines
    .slice(0, end)
    .join('\n')
    .replaceAll(/\n[ \t]+/g, ' ');
  const body = lines.slice(end).join('\n');
  const isQuoted = /^content-transfer-encoding: quoted-printable$/im.test(headers);
  return `${decodeWords(headers)}\n${isQuoted ? decodeQuoted(body.replaceAll('=\n', '')) : body}`;
}

/** Decodes the encoded words of headers (RFC 2047). Space between two of them does not count. */
const decodeWords = (headers: string): string =>
  headers
    .replaceAll(/\?= =\?UTF-8\?Q\?/g, '')
    .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, word: string) =>
      decodeQuoted(word.replaceAll('_', ' ')),
    );

/** Decodes quoted-printable text (RFC 2045, 6.7). */
const decodeQuoted = (text: string): string =>
  text.replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) =>
    Buffer.from(bytes.replaceAll('=', ''), 'hex').toString(),
  );
