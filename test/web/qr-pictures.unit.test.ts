import assert from 'node:assert/strict';
import { test } from 'node:test';
import encodeQR from 'qr';
import { qrPng, qrSvg, qrText } from '../../src/web/qr-picture.ts';
import { createQrPictures, type PictureFormat } from '../../src/web/qr-pictures.ts';
import { createMovableClock } from '../support/movable-clock.ts';

interface Drawn {
  readonly format: PictureFormat;
  readonly text: string;
}

function startPictures(maxCacheBytes?: number) {
  const drawn: Drawn[] = [];
  const pictures = createQrPictures({
    clock: createMovableClock(),
    isLimited: false,
    draw: (format, text) => {
      drawn.push({ format, text });
      return Buffer.from(`${format} of ${text}`);
    },
    ...(maxCacheBytes === undefined ? {} : { maxCacheBytes }),
  });
  return { drawn, pictures };
}

test('a picture is drawn once, whether it is asked for at once or later', async () => {
  const { drawn, pictures } = startPictures();
  const asked = Array.from({ length: 20 }, () => pictures.find('png', 'a'));
  const answers = await Promise.all([...asked, pictures.find('svg', 'a')]);
  answers.push(await pictures.find('png', 'a'));
  const texts = answers.map(String);
  assert.deepEqual(new Set(texts), new Set(['png of a', 'svg of a']));
  assert.deepEqual(drawn, [
    { format: 'png', text: 'a' },
    { format: 'svg', text: 'a' },
  ]);
});

test('between two drawings the event loop has a turn for others', async () => {
  const { drawn, pictures } = startPictures();
  const asked = ['a', 'b', 'c', 'd'].map((text) => pictures.find('png', text));
  const countByTurn: number[] = [];
  while (drawn.length < 4) {
    await new Promise((resolve) => setImmediate(resolve));
    countByTurn.push(drawn.length);
  }
  await Promise.all(asked);
  const steps = countByTurn.map((count, turn) => count - (countByTurn[turn - 1] ?? 0));
  assert(
    steps.every((step) => step <= 1),
    `drawn by turn: ${steps}`,
  );
});

test('what is kept has a bound in bytes; what was asked for last stays', async () => {
  const { drawn, pictures } = startPictures(30);
  for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) await pictures.find('png', text);
  assert.deepEqual(
    drawn.map(({ text }) => text),
    ['a', 'b', 'c', 'b'],
  );
});

test('a drawing that fails is not kept', async () => {
  let isBroken = true;
  const pictures = createQrPictures({
    clock: createMovableClock(),
    isLimited: true,
    draw: () => {
      if (isBroken) throw new Error('out of ink');
      return Buffer.from('drawn');
    },
  });
  await assert.rejects(pictures.find('png', 'a'), /out of ink/);
  isBroken = false;
  assert.equal(String(await pictures.find('png', 'a')), 'drawn');
});

const LONG = qrText(`lnbc${'qpzry9x8gf2tvdw0s3jn54khce6mua7l'.repeat(40)}`) ?? '';

test('the drawing shows the same dark modules as the code', () => {
  const data = encodeQR(LONG, 'raw', { border: 4, ecc: 'low' });
  const size = data.length;
  const svg = qrSvg(LONG);
  assert(svg.includes(`viewBox="0 0 ${size} ${size}"`));
  const shown = data.map((row) => row.map(() => false));
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)\.5h(\d+)/g)) {
    shown[Number(y)]?.fill(true, Number(x), Number(x) + Number(length));
  }
  assert.deepEqual(shown, data);
});

test('pictures are small: neither a network nor what is kept is filled by a few', () => {
  assert(qrPng(LONG).length < 8192, `${qrPng(LONG).length} bytes`);
  assert(qrSvg(LONG).length < 40_000, `${qrSvg(LONG).length} bytes`);
});
