import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { listenOn } from './listen-on.ts';

/** A request that came to a receiver. */
export interface ReceivedHook {
  readonly path: string;
  /** The id of the message. */
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly atMs: number;
}

export interface HookReceiver {
  /** The URL of the receiver, without a path. */
  readonly url: string;
  readonly received: readonly ReceivedHook[];
  /** The ids of distinct messages that came to paths with this beginning. */
  messages(path?: string): ReadonlySet<string>;
  /** Sets the answers to requests to paths with this beginning. */
  answer(path: string, reply: Reply): void;
  close(): Promise<void>;
}

/** The answer to a request; null for none. */
export type Reply =
  | null
  | ((response: ServerResponse, hook: ReceivedHook) => void)
  | { readonly status: number; readonly headers?: Record<string, string> };

/** Lets requests wait until they are released. Later requests are answered at once. */
export function holdBack() {
  const held = new Set<ServerResponse>();
  let isOver = false;
  return {
    reply: (response: ServerResponse): void => {
      if (isOver) response.end();
      else held.add(response);
    },
    count: () => held.size,
    release: () => {
      isOver = true;
      for (const response of held) response.end();
    },
  };
}

/** Starts a receiver of webhooks, which answers 200 unless a test says otherwise. */
export async function startHookReceiver(): Promise<HookReceiver> {
  const received: ReceivedHook[] = [];
  const replies = new Map<string, Reply>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const hook = {
        path,
        id: String(request.headers['webhook-id']),
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        atMs: performance.now(),
      };
      received.push(hook);
      const [, reply = { status: 200 }] = [...replies].find(([key]) => path.startsWith(key)) ?? [];
      if (reply === null) return;
      if (typeof reply === 'function') return reply(response, hook);
      response.writeHead(reply.status, reply.headers).end();
    });
  });
  const { port, close } = await listenOn(server);
  return {
    received,
    close,
    url: `http://127.0.0.1:${port}`,
    messages: (path = '') =>
      new Set(received.filter((hook) => hook.path.startsWith(path)).map(({ id }) => id)),
    answer: (path, reply) => replies.set(path, reply),
  };
}
