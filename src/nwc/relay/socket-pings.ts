import { WebSocket } from 'ws';

/**
 * Pings of one socket. They are numbered, as a client may answer only the newest (RFC 6455, 5.5.3).
 * A pong says that the client has read everything sent before its ping, which having written to the
 * socket does not: the network takes much for a client that is no longer there.
 */
export interface SocketPings {
  send(): void;
  /** Waits until the client has read everything; false when the socket closes first. */
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
      // Pongs may come unasked, with any content, and then count for nothing.
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
