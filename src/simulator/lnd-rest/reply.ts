import type { ServerResponse } from 'node:http';
import type { GrpcCode, GrpcRefusal } from '../grpc-refusal.ts';
import type { Network } from '../network.ts';
import { corruptFields } from './corrupt-fields.ts';
import type { Message, MessageStream } from './endpoint.ts';

/** The response to a caller, and the fault that a test has set to prevent or break it. */
export interface Reply {
  readonly response: ServerResponse;
  readonly spoil: Spoil | null;
}

export type Spoil = 'drop' | 'silence' | 'crash' | 'half' | 'wrong_types';

/** The HTTP status that grpc-gateway sends for each gRPC code. */
const HTTP_STATUS: Readonly<Record<GrpcCode, number>> = {
  2: 500,
  3: 400,
  5: 404,
  6: 409,
  12: 501,
  14: 503,
};

const JSON_HEADERS = { 'Content-Type': 'application/json' };
const GRPC_HEADERS = { ...JSON_HEADERS, 'Grpc-Metadata-Content-Type': 'application/grpc' };

export function sendMessage(network: Network, reply: Reply, message: Message): void {
  const value = reply.spoil === 'wrong_types' ? corruptFields(message) : message;
  sendJson(network, reply, { status: 200, text: JSON.stringify(value), headers: GRPC_HEADERS });
}

export function sendRefusal(network: Network, reply: Reply, refusal: GrpcRefusal): void {
  const text = JSON.stringify(presentRefusal(refusal));
  sendJson(network, reply, { status: HTTP_STATUS[refusal.code], text, headers: JSON_HEADERS });
}

/**
 * Refuses a stream before its first message. The refusal is in the status as well as in the body,
 * as a chunk of the stream.
 */
export function sendStreamRefusal(network: Network, reply: Reply, refusal: GrpcRefusal): void {
  if (isSpoilt(network, reply) || isGone(reply)) return;
  reply.response.writeHead(HTTP_STATUS[refusal.code], JSON_HEADERS);
  reply.response.end(`${JSON.stringify({ error: presentRefusal(refusal) })}\n`);
}

const presentRefusal = (refusal: GrpcRefusal): Message => ({
  code: refusal.code,
  message: refusal.message,
  details: [],
});

interface JsonAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

function sendJson(network: Network, reply: Reply, { status, text, headers }: JsonAnswer): void {
  if (isSpoilt(network, reply) || isGone(reply)) return;
  const { response, spoil } = reply;
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text) });
  if (spoil === 'half') sendHalf(response, text);
  else response.end(text);
}

const isGone = ({ response }: Reply): boolean => response.destroyed || response.headersSent;

/**
 * Whether a fault prevents the answer. Then the response is lost, but the effects of the call are
 * stored.
 */
function isSpoilt(network: Network, { response, spoil }: Reply): boolean {
  if (spoil === 'crash') network.crash();
  if (spoil === 'drop') response.destroy();
  return spoil === 'crash' || spoil === 'drop' || spoil === 'silence';
}

function sendHalf(response: ServerResponse, text: string): void {
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}

/**
 * Opens a stream as grpc-gateway writes it: for each message a JSON object under `result` and a
 * line feed. Before the first message nothing is sent, not even headers.
 */
export function openStream(network: Network, reply: Reply, call: StreamCall): MessageStream {
  const { response, spoil } = reply;
  let isClosed = false;
  const entry = { ...call, cut: () => response.destroy() };
  network.openStreams.add(entry);
  response.on('close', () => {
    isClosed = true;
    network.openStreams.delete(entry);
  });
  const writeHead = (): void => {
    if (!response.headersSent) response.writeHead(200, GRPC_HEADERS);
  };
  return {
    send(message) {
      if (isClosed) return;
      const result = spoil === 'wrong_types' ? corruptFields(message) : message;
      const text = `${JSON.stringify({ result })}\n`;
      network.afterDurable(() => {
        if (isClosed || response.writableEnded || isSpoilt(network, reply)) return;
        writeHead();
        if (spoil === 'half') sendHalf(response, text);
        else response.write(text);
      });
    },
    end() {
      network.afterDurable(() => {
        if (isClosed || response.writableEnded) return;
        if (spoil === 'half' || spoil === 'silence') return;
        writeHead();
        response.end();
      });
    },
    onClose(callback) {
      if (isClosed) callback();
      else response.on('close', callback);
    },
  };
}

interface StreamCall {
  readonly node: string;
  readonly call: string;
}
