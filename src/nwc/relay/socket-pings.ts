import { WebSocket } from 'ws';

/**
 * Pings of one socket. They are numbered, because a client may answer only the newest (RFC 6455,
 * 5.5.3). A pong proves that the client has read everything sent before its ping. Having written to
 * the socket does not prove that, because the network buffers much for a client that is gone.
 */
export interface SocketPings {
  send(): void;
  /**
   * Waits until the client has read everything that was sent; false when the socket closes first.
   */
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
      // A client may send pongs without a ping and with any content; these are ignored.
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
