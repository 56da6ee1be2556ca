import assert from 'node:assert/strict';
import encodeQR from 'qr';

const WIDTH = 640;
const HEIGHT = 480;
const WHITE = 235;
const BLACK = 16;
const COLOURLESS = 128;

/**
 * What a camera sees when someone holds this QR code in front of it: a single picture in YUV4MPEG2.
 */
export function filmQr(text: string): Uint8Array {
  const data = encodeQR(text, 'raw', { border: 4, ecc: 'low' });
  const size = data.length;
  const scale = Math.floor(HEIGHT / size);
  assert.ok(scale >= 3, 'the code fits into the picture');
  const [left, top] = [
    Math.floor((WIDTH - size * scale) / 2),
    Math.floor((HEIGHT - size * scale) / 2),
  ];
  const light = new Uint8Array(WIDTH * HEIGHT).fill(WHITE);
  for (let y = 0; y < size * scale; y += 1) {
    for (let x = 0; x < size * scale; x += 1) {
      const isDark = data[Math.floor(y / scale)]?.[Math.floor(x / scale)] === true;
      if (isDark) light[(top + y) * WIDTH + left + x] = BLACK;
    }
  }
  const colours = new Uint8Array((WIDTH * HEIGHT) / 2).fill(COLOURLESS);
  const head = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\nFRAME\n`;
  return Buffer.concat([Buffer.from(head), light, colours]);
}
