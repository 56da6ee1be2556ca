import type { Clock } from '../base/clock.ts';
import { createSemaphore } from '../base/semaphore.ts';
import { MAX_CACHED_PICTURE_BYTES, QR_DRAWINGS } from './limits.ts';
import { qrPng, qrSvg } from './qr-picture.ts';
import { createRateLimiter } from './rate-limits/rate-limiter.ts';

export type PictureFormat = 'png' | 'svg';

/**
 * Pictures of QR codes, which are cached: drawing one blocks the thread that serves all callers for
 * milliseconds.
 */
export interface QrPictures {
  /**
   * Finds or draws a picture. Null when too many were drawn recently; a cached picture is always
   * returned.
   */
  find(format: PictureFormat, text: string): Promise<Uint8Array | null>;
}

export interface QrPicturesOptions {
  readonly clock: Clock;
  readonly isLimited: boolean;
  readonly draw?: (format: PictureFormat, text: string) => Uint8Array;
  readonly maxCacheBytes?: number;
}

/**
 * Draws each picture once and caches it, up to a number of bytes. Other work runs between two
 * drawings, and the number of new pictures is limited for all callers together.
 */
export function createQrPictures(options: QrPicturesOptions): QrPictures {
  const { clock, isLimited, draw = drawQr } = options;
  const cache = createByteCache(options.maxCacheBytes ?? MAX_CACHED_PICTURE_BYTES);
  const rates = createRateLimiter(clock);
  const turns = createSemaphore(1);
  const underWay = new Map<string, Promise<Uint8Array>>();

  const drawInTurn = (format: PictureFormat, text: string): Promise<Uint8Array> =>
    turns.run(async () => {
      await new Promise<void>((resolve) => setImmediate(resolve));
      return draw(format, text);
    });

  return {
    find: async (format, text) => {
      const key = `${format} ${text}`;
      const found = cache.find(key) ?? underWay.get(key);
      if (found !== undefined) return await found;
      if (isLimited && !rates.take('', QR_DRAWINGS).isAllowed) return null;
      const drawing = drawInTurn(format, text);
      underWay.set(key, drawing);
      try {
        const picture = await drawing;
        cache.keep(key, picture);
        return picture;
      } finally {
        underWay.delete(key);
      }
    },
  };
}

const drawQr = (format: PictureFormat, text: string): Uint8Array =>
  format === 'png' ? qrPng(text) : Buffer.from(qrSvg(text));

/** Caches the pictures that were asked for most recently. */
function createByteCache(maxBytes: number) {
  // A map keeps the order of insertion, so the first key is the least recently used one.
  const pictures = new Map<string, Uint8Array>();
  let bytes = 0;
  const drop = (key: string): void => {
    const picture = pictures.get(key);
    if (picture === undefined) return;
    pictures.delete(key);
    bytes -= key.length + picture.length;
  };
  const keep = (key: string, picture: Uint8Array): void => {
    drop(key);
    pictures.set(key, picture);
    bytes += key.length + picture.length;
    for (const oldest of pictures.keys()) {
      if (bytes <= maxBytes) return;
      drop(oldest);
    }
  };
  return {
    keep,
    find: (key: string): Uint8Array | undefined => {
      const picture = pictures.get(key);
      if (picture !== undefined) keep(key, picture);
      return picture;
    },
  };
}
