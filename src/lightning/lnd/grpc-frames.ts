import type { IncomingHttpHeaders, IncomingHttpStatusHeader } from 'node:http2';
import { cleanText } from '../../base/text.ts';
import { NodeFault } from '../node-port.ts';
import { isKnownCode, type LndRefusal, MAX_DETAIL_LENGTH } from './lnd-answer.ts';

/** What gRPC puts around messages: a frame before each, and a status after the last. */

/** Whether the message is compressed (1 byte), and its length (4 bytes). */
const HEAD_BYTES = 5;

export function frameOf(message: Uint8Array): Uint8Array {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

export interface FrameReader {
  /** Takes the next bytes, and returns the messages that are whole with them. */
  push(chunk: Buffer): readonly Uint8Array[];
  /** Whether the last message is still incomplete. */
  isWithinMessage(): boolean;
}

/** Splits a stream of bytes into messages, wherever the chunks were cut. */
export function createFrameReader(maxBytes: number): FrameReader {
  let parts: Buffer[] = [];
  let bytes = 0;
  let needed = HEAD_BYTES;

  const joined = (): Buffer => {
    const [first] = parts;
    if (first !== undefined && parts.length === 1) return first;
    const whole = Buffer.concat(parts);
    parts = [whole];
    return whole;
  };
  return {
    push(chunk) {
      parts.push(chunk);
      bytes += chunk.length;
      const messages: Uint8Array[] = [];
      while (bytes >= needed) {
        const buffered = joined();
        const end = HEAD_BYTES + lengthOf(buffered, maxBytes);
        if (bytes < end) {
          needed = end;
          break;
        }
        messages.push(buffered.subarray(HEAD_BYTES, end));
        parts = [buffered.subarray(end)];
        bytes -= end;
        needed = HEAD_BYTES;
      }
      return messages;
    },
    isWithinMessage: () => bytes > 0,
  };
}

function lengthOf(head: Buffer, maxBytes: number): number {
  if (head[0] !== 0) throw new NodeFault('LND sent a compressed message, which was not asked for');
  const length = head.readUInt32BE(1);
  if (length > maxBytes) throw new NodeFault(`LND sent more than ${maxBytes} bytes`);
  return length;
}

type Headers = IncomingHttpHeaders & IncomingHttpStatusHeader;

/** Throws when it is not LND that answers with these headers, but a proxy or another server. */
export function requireGrpc(headers: Headers): void {
  const status = headers[':status'];
  const type = headers['content-type'] ?? '';
  if (status === 200 && /^application\/grpc(?:[+;]|$)/.test(type)) return;
  throw new NodeFault(
    `HTTP ${status} came back over HTTP/2, and it is not LND's gRPC that says so`,
  );
}

/** Reads how a call has ended, from its last headers; null when LND did what it was asked. */
export function readStatus(headers: Headers): LndRefusal | null {
  const text = headers['grpc-status'];
  if (text === '0') return null;
  const code = typeof text === 'string' && /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (!isKnownCode(code)) throw new NodeFault('no answer from LND: a call ended without a status');
  const message = headers['grpc-message'];
  const detail = typeof message === 'string' ? readPercent(message) : '';
  return { code, detail: cleanText(detail, MAX_DETAIL_LENGTH) };
}

/** Reads what gRPC has escaped as in addresses. What is no such escape stays as it is. */
function readPercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
