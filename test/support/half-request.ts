import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface HalfRequest {
  readonly method?: string;
  readonly path: string;
  /** The announced length of the body; `chunked` announces none. */
  readonly length: number | 'chunked';
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HalfAnswer {
  readonly status: number;
  /** Head and body as they arrived. */
  readonly text: string;
  readonly socket: Socket;
}

const heads = ({ method = 'POST', path, length, headers = {} }: HalfRequest): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    length === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

/** Opens a connection and sends the head of a request, but no byte of its body. */
export function sendHead(port: number, request: HalfRequest): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(heads(request));
  return socket;
}

/** Reads the next answer of the server on this connection. */
export async function readAnswer(socket: Socket): Promise<HalfAnswer> {
  let text = '';
  const bodyIsThere = (): boolean => {
    const [head = '', body] = text.split('\r\n\r\n');
    const length = /^content-length: (\d+)/im.exec(head)?.[1];
    return body !== undefined && Buffer.byteLength(body) >= Number(length ?? 0);
  };
  while (!bodyIsThere()) {
    const [chunk]: Buffer[] = await once(socket, 'data');
    text += chunk?.toString() ?? '';
  }
  return { status: Number(text.split(' ')[1]), text, socket };
}

/** The answer to a request whose body never comes. */
export async function answerBeforeBody(port: number, request: HalfRequest): Promise<HalfAnswer> {
  const socket = sendHead(port, request);
  const answer = await readAnswer(socket);
  socket.destroy();
  return answer;
}
