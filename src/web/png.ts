import { crc32, deflateSync } from 'node:zlib';
import { assert } from '../base/assert.ts';

/**
 * Writes a square of black (true) and white cells as a PNG file, each cell as a square of pixels.
 * One bit per pixel, without colours or filters, is enough for a QR code. Source: PNG
 * specification, third edition.
 */
export function encodePng(
  rows: readonly (readonly boolean[])[],
  pixelsPerCell: number,
): Uint8Array {
  const width = rows.length * pixelsPerCell;
  assert(width > 0 && rows.every((row) => row.length === rows.length), 'the picture is a square');
  const pixels = deflateSync(scanlines(rows, pixelsPerCell), { level: 1 });
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header(width)),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * The header of a PNG file (section 11.2.1): width, height, bit depth 1 and greyscale; the rest is
 * fixed.
 */
function header(width: number): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32BE(width, 0);
  bytes.writeUInt32BE(width, 4);
  bytes.writeUInt8(1, 8);
  return bytes;
}

/** A chunk of a PNG file (section 5.3): length, name, data, and a checksum over name and data. */
export function pngChunk(name: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const bytes = Buffer.alloc(named.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  named.copy(bytes, 4);
  bytes.writeUInt32BE(crc32(named), named.length + 4);
  return bytes;
}

/**
 * The pixel rows of a PNG file (section 7.2), each with a filter type (0 for none) and its bits,
 * highest first.
 */
function scanlines(rows: readonly (readonly boolean[])[], pixelsPerCell: number): Uint8Array {
  const lineBytes = 1 + Math.ceil((rows.length * pixelsPerCell) / 8);
  const bytes = new Uint8Array(lineBytes * rows.length * pixelsPerCell);
  let at = 0;
  for (const row of rows) {
    const line = bytes.subarray(at, at + lineBytes);
    drawLine(line, row, pixelsPerCell);
    for (let copy = 1; copy < pixelsPerCell; copy += 1) bytes.set(line, at + copy * lineBytes);
    at += pixelsPerCell * lineBytes;
  }
  return bytes;
}

function drawLine(line: Uint8Array, row: readonly boolean[], pixelsPerCell: number): void {
  let pixel = 8;
  for (const isBlack of row) {
    const end = pixel + pixelsPerCell;
    if (isBlack) pixel = end;
    for (; pixel < end; pixel += 1) {
      const index = pixel >> 3;
      line[index] = (line[index] ?? 0) | (0x80 >> (pixel & 7));
    }
  }
}
