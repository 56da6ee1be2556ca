import { WebSocket } from 'ws';

/**
 * Pings of one socket. They are numbered, as a client may answer the newest alone (RFC 6455,
 * 5.5.3). A pong says that the client has read all that was sent before its ping. To have written
 * to the socket says less: the network takes much for a client that is no longer there.
 */
export interface SocketPings {
  send(): void;
  /** Waits until the client has read everything; false when the socket closes. */
  confirm(): Promise<boolean>;
}

export function createSocketPings(socket: WebSocket): SocketPings {
  const waiting = new Map<number, (isRead: boolean) => void>();
  let newest = 0;
  const send = (): void => {
    newest += 1;
    socket.ping(String(newest));
  };
  socket.on('pong', (data) => {
    const answered = Number(String(data));
    for (const [number, resolve] of waiting) {
      // A client may send pongs of its own accord, with any content.
      if (!(answered >= number)) continue;
      waiting.delete(number);
      resolve(true);
    }
  });
  socket.once('close', () => {
    for (const resolve of waiting.values()) resolve(false);
    waiting.clear();
  });
  return {
    send,
    confirm: async () => {
      if (socket.readyState !== WebSocket.OPEN) return false;
      return await new Promise((resolve) => {
        send();
        waiting.set(newest, resolve);
      });
    },
  };
}
