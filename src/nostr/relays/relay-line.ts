import { WebSocket } from 'ws';
import { MAX_EXTERNAL_FRAME_BYTES, MAX_EXTERNAL_UNREAD_BYTES } from '../limits.ts';
import type { OpenRelayLine } from '../relay-line-port.ts';

/**
 * Opens a connection to a relay that the operator has named. The relay may be in the operator's own
 * network and without TLS, like the database and the node, so the connection does not go through
 * `guarded-connector`, which forbids that.
 */
export const openRelayLine: OpenRelayLine = (relay, listener) => {
  let reason = 'it hung up';
  const socket = new WebSocket(relay, {
    maxPayload: MAX_EXTERNAL_FRAME_BYTES,
    perMessageDeflate: false,
    followRedirects: false,
  });
  socket.on('open', () => listener.opened());
  socket.on('message', (data, isBinary) => {
    if (!isBinary && Buffer.isBuffer(data)) listener.heard(data.toString());
  });
  socket.on('error', (error) => {
    reason = error.message;
  });
  socket.on('close', () => listener.ended(reason));
  const isOpen = (): boolean => socket.readyState === WebSocket.OPEN;
  return {
    send: (text) => {
      if (!isOpen()) return;
      if (socket.bufferedAmount > MAX_EXTERNAL_UNREAD_BYTES) socket.terminate();
      else socket.send(text);
    },
    hold: (isHeld) => {
      if (!isOpen()) return;
      if (isHeld) socket.pause();
      else socket.resume();
    },
    cut: () => socket.terminate(),
  };
};
