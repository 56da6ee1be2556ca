import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A mail server that takes everything (RFC 5321), without TLS. */
export interface MailServer {
  readonly url: string;
  /** Whole messages, headers and text, as they were handed over. */
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
      received.push(unfolded(message));
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

/** Soft line breaks of quoted-printable (RFC 2045, 6.7) taken out. */
const unfolded = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number(`0x${hex}`)));
