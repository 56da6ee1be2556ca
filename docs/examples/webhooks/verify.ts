import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Refuse messages that are older or newer than this, so no one can send them again a day later. */
const TOLERANCE_SEC = 300;

/**
 * Checks a delivery with Node alone. `body` must be the raw bytes from the wire: a body that was
 * parsed and written again may differ. Returns the id of the message, or null when the delivery is
 * not genuine.
 */
export function verifyWebhook(
  secret: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
  now = new Date(),
): string | null {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`] ?? headers[`svix-${name}`] ?? ''),
  );
  if (!id || !timestamp || !signatures) return null;
  const ageSec = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (!(ageSec <= TOLERANCE_SEC)) return null;

  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  // While a secret is being replaced there are two signatures, with a space between them.
  const isGenuine = signatures.split(' ').some((entry) => {
    const [version, signature = ''] = entry.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isGenuine ? id : null;
}
