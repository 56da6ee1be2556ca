import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A mail server that takes everything (RFC 5321), without TLS. */
export interface MailServer {
  readonly url: string;
  /** Whole messages, headers and text, as people read them. */
  received(): readonly string[];
  /** What clients said, line by line. */
  heard(): readonly string[];
}

export async function startMailServer(t: {
  after(fn: () => Promise<void>): void;
}): Promise<MailServer> {
  const received: string[] = [];
  const heard: string[] = [];
  const server = createServer((socket) => talk(socket, heard, received));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(async () => void server.close());
  const address = server.address();
  assert(address !== null && typeof address === 'object');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received: () => received,
    heard: () => heard,
  };
}

function talk(socket: Socket, heard: string[], received: string[]): void {
  let pending = '';
  let message: string[] | null = null;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const hear = (line: string): void => {
    if (message !== null) {
      if (line !== '.') return void message.push(line.replace(/^\.\./, '.'));
      received.push(readMessage(message));
      message = null;
      return void say('250 taken');
    }
    heard.push(line);
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'DATA') {
      message = [];
      return void say('354 go on');
    }
    if (verb === 'QUIT') return void socket.end('221 bye\r\n');
    say(verb === 'STAR' ? '502 no TLS here' : '250 well');
  };
  socket.on('data', (bytes) => {
    pending += String(bytes);
    const lines = pending.split('\r\n');
    pending = lines.pop() ?? '';
    for (const line of lines) hear(line);
  });
  socket.on('error', () => undefined);
  say('220 mail');
}

/** A message as people read it: long lines are whole again, and words are decoded. */
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

/** RFC 2047; space between two of them does not count. */
const decodeWords = (headers: string): string =>
  headers
    .replaceAll(/\?= =\?UTF-8\?Q\?/g, '')
    .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, word: string) =>
      decodeQuoted(word.replaceAll('_', ' ')),
    );

/** RFC 2045, 6.7. */
const decodeQuoted = (text: string): string =>
  text.replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) =>
    Buffer.from(bytes.replaceAll('=', ''), 'hex').toString(),
  );
