import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';
import type { TestContext } from 'node:test';

/** What a name leads to: addresses, another name, nothing ("no such name"), or silence. */
export type Names = Readonly<Record<string, readonly string[] | 'silent'>>;

const TYPES = { A: 1, CNAME: 5, AAAA: 28 } as const;
const NO_SUCH_NAME = 3;

/** Starts a name server on this machine (RFC 1035), as far as a resolver needs one. */
export async function startNameServer(t: TestContext, names: Names): Promise<string> {
  const socket = createSocket('udp4');
  t.after(() => socket.close());
  socket.on('message', (question, from) => {
    const answer = answerTo(question, names);
    if (answer !== null) socket.send(answer, from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return `127.0.0.1:${socket.address().port}`;
}

function answerTo(question: Buffer, names: Names): Buffer | null {
  const { name, end } = readName(question, 12);
  const type = question.readUInt16BE(end);
  const answers: Buffer[] = [];
  let at = name;
  for (let steps = 0; steps < 10; steps += 1) {
    const entry = names[at];
    if (entry === 'silent') return null;
    const [next] = entry?.filter((value) => isIP(value) === 0) ?? [];
    if (next === undefined) {
      const family = type === TYPES.A ? 4 : 6;
      const found = entry?.filter((value) => isIP(value) === family) ?? [];
      answers.push(...found.map((ip) => record(at, type, addressBytes(ip))));
      break;
    }
    answers.push(record(at, TYPES.CNAME, writeName(next)));
    at = next;
  }
  const head = Buffer.alloc(12);
  question.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180 | (names[name] === undefined ? NO_SUCH_NAME : 0), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(answers.length, 6);
  return Buffer.concat([head, question.subarray(12, end + 4), ...answers]);
}

function record(name: string, type: number, data: Buffer): Buffer {
  const fields = Buffer.alloc(10);
  fields.writeUInt16BE(type, 0);
  fields.writeUInt16BE(1, 2);
  fields.writeUInt16BE(data.length, 8);
  return Buffer.concat([writeName(name), fields, data]);
}

function readName(message: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = start;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

const writeName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`)),
    Buffer.from([0]),
  ]);

function addressBytes(ip: string): Buffer {
  if (isIP(ip) === 4) return Buffer.from(ip.split('.').map(Number));
  const [head = '', tail = ''] = ip.split('::');
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  const zeros = Array<string>(8 - groups(head).length - groups(tail).length).fill('0');
  const all = [...groups(head), ...zeros, ...groups(tail)];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
