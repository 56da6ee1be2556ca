import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, inflateSync } from 'node:zlib';
import { encodePng } from '../../src/web/png.ts';

test('a picture has the signature and the chunks of the standard, with right checksums', () => {
  const chunks = readChunks(encodePng([[true]], 1));
  assert.deepEqual(
    chunks.map(({ name }) => name),
    ['IHDR', 'IDAT', 'IEND'],
  );
});

test('the header says width, height, one bit, greyscale', () => {
  const [header] = readChunks(encodePng(checkerboard(3), 7));
  assert.deepEqual([...(header?.data ?? [])], [0, 0, 0, 21, 0, 0, 0, 21, 1, 0, 0, 0, 0]);
});

test('every pixel is that of its cell', () => {
  for (const [cells, pixelsPerCell] of [
    [1, 1],
    [2, 3],
    [8, 1],
    [9, 1],
    [21, 8],
    [25, 5],
  ] as const) {
    const rows = checkerboard(cells);
    const expected = Array.from({ length: cells * pixelsPerCell }, (_, y) =>
      Array.from({ length: cells * pixelsPerCell }, (_, x) => {
        return rows[Math.floor(y / pixelsPerCell)]?.[Math.floor(x / pixelsPerCell)];
      }),
    );
    assert.deepEqual(readPixels(encodePng(rows, pixelsPerCell)), expected);
  }
});

test('a picture that is not square is a bug', () => {
  assert.throws(() => encodePng([[true, false]], 1), /square/);
  assert.throws(() => encodePng([], 1), /square/);
});

const checkerboard = (cells: number): boolean[][] =>
  Array.from({ length: cells }, (_, y) =>
    Array.from({ length: cells }, (_, x) => (x + y) % 2 === 0),
  );

interface Chunk {
  readonly name: string;
  readonly data: Buffer;
}

function readChunks(png: Uint8Array): Chunk[] {
  const bytes = Buffer.from(png);
  assert.equal(bytes.subarray(0, 8).toString('hex'), '89504e470d0a1a0a');
  const chunks: Chunk[] = [];
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const named = bytes.subarray(at + 4, at + 8 + length);
    assert.equal(bytes.readUInt32BE(at + 8 + length), crc32(named));
    chunks.push({ name: named.toString('latin1', 0, 4), data: named.subarray(4) });
    at += 12 + length;
  }
  return chunks;
}

/** True is black. */
function readPixels(png: Uint8Array): boolean[][] {
  const [header, body] = readChunks(png);
  assert(header !== undefined && body !== undefined);
  const width = header.data.readUInt32BE(0);
  const stride = 1 + Math.ceil(width / 8);
  const lines = inflateSync(body.data);
  assert.equal(lines.length, stride * width);
  return Array.from({ length: width }, (_, y) => {
    const line = lines.subarray(y * stride, (y + 1) * stride);
    assert.equal(line[0], 0, 'no filter');
    return Array.from(
      { length: width },
      (_, x) => ((line[1 + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0,
    );
  });
}
