import type { ServerResponse } from 'node:http';
import type { GrpcCode, GrpcRefusal } from '../grpc-refusal.ts';
import type { Network } from '../network.ts';
import type { Message, MessageStream } from './endpoint.ts';

/** grpc-gateway's mapping of gRPC codes to HTTP. */
const HTTP_STATUS: Readonly<Record<GrpcCode, number>> = {
  2: 500,
  3: 400,
  5: 404,
  6: 409,
  12: 501,
  14: 503,
};

const GRPC_HEADERS = { 'Grpc-Metadata-Content-Type': 'application/grpc' };

export function sendMessage(response: ServerResponse, message: Message): void {
  sendJson(response, 200, JSON.stringify(message), GRPC_HEADERS);
}

export function sendRefusal(response: ServerResponse, refusal: GrpcRefusal): void {
  sendJson(response, HTTP_STATUS[refusal.code], JSON.stringify(presentRefusal(refusal)), {});
}

/** The refusal of a stream before its first message: the status tells, the body is a chunk. */
export function sendStreamRefusal(response: ServerResponse, refusal: GrpcRefusal): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(HTTP_STATUS[refusal.code], { 'Content-Type': 'application/json' });
  response.end(`${JSON.stringify({ error: presentRefusal(refusal) })}\n`);
}

const presentRefusal = (refusal: GrpcRefusal): Message => ({
  code: refusal.code,
  message: refusal.message,
  details: [],
});

function sendJson(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>>,
): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(status, {
    'Content-Type': 'application/json',
    ...headers,
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}

/**
 * A server stream as grpc-gateway writes it: one JSON object and a line feed per message, under
 * `result`. Nothing is sent before the first message, the headers neither.
 */
export function openStream(network: Network, response: ServerResponse): MessageStream {
  let isClosed = false;
  response.on('close', () => {
    isClosed = true;
  });
  return {
    send(message) {
      if (isClosed) return;
      const text = `${JSON.stringify({ result: message })}\n`;
      network.afterDurable(() => {
        if (isClosed || response.writableEnded) return;
        if (!response.headersSent) {
          response.writeHead(200, { 'Content-Type': 'application/json', ...GRPC_HEADERS });
        }
        response.write(text);
      });
    },
    end() {
      network.afterDurable(() => {
        if (isClosed || response.writableEnded) return;
        if (!response.headersSent) {
          response.writeHead(200, { 'Content-Type': 'application/json', ...GRPC_HEADERS });
        }
        response.end();
      });
    },
    onClose(callback) {
      if (isClosed) callback();
      else response.on('close', callback);
    },
  };
}
