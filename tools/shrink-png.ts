/**
 * Reduces a picture of a page to 256 colours. The most frequent colours stay; the few others, at
 * the edges of letters, become the nearest of these. Only the PNG format that Chromium writes is
 * supported (8 bits, no interlace). Source: PNG specification, third edition.
 */
import { strict as assert } from 'node:assert';
import { deflateSync, inflateSync } from 'node:zlib';
import { PNG_SIGNATURE, pngChunk } from '../src/web/png.ts';

export function shrinkPng(png: Buffer): Buffer {
  const picture = readPng(png);
  const palette = choosePalette(picture.pixels);
  return writePng(picture, palette, indexPixels(picture.pixels, palette));
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** The colours of the pixels as 0xrrggbb, row by row. */
  readonly pixels: Uint32Array;
}

const MAX_COLORS = 256;

export function readPng(png: Buffer): Picture {
  const chunks = readChunks(png);
  const header = chunks.find(({ name }) => name === 'IHDR')?.data ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, kind, interlace] = [header[8], header[9], header[12]];
  assert(depth === 8 && interlace === 0, 'eight bits, no interlace');
  const data = inflateSync(Buffer.concat(partsOf(chunks, 'IDAT')));
  const bytesPerPixel = kind === 6 ? 4 : kind === 2 ? 3 : 1;
  const bytes = unfilter(data, width * bytesPerPixel, bytesPerPixel);
  const palette = partsOf(chunks, 'PLTE')[0] ?? Buffer.alloc(0);
  const pixels = new Uint32Array(width * height).map((_, index) =>
    kind === 3
      ? palette.readUIntBE((bytes[index] ?? 0) * 3, 3)
      : bytes.readUIntBE(index * bytesPerPixel, 3),
  );
  return { width, height, pixels };
}

interface Chunk {
  readonly name: string;
  readonly data: Buffer;
}

function readChunks(png: Buffer): readonly Chunk[] {
  assert(png.subarray(0, 8).equals(PNG_SIGNATURE), 'a PNG');
  const chunks: Chunk[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const name = png.toString('latin1', at + 4, at + 8);
    chunks.push({ name, data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

const partsOf = (chunks: readonly Chunk[], wanted: string): Buffer[] =>
  chunks.filter(({ name }) => name === wanted).map(({ data }) => data);

/** Undoes the filters of a PNG, whose number begins each line (section 9). */
function unfilter(data: Buffer, lineBytes: number, step: number): Buffer {
  const lines = Math.floor(data.length / (lineBytes + 1));
  const plain = Buffer.alloc(lines * lineBytes);
  for (let y = 0; y < lines; y += 1) {
    const filter = data[y * (lineBytes + 1)] ?? 0;
    for (let x = 0; x < lineBytes; x += 1) {
      const at = y * lineBytes + x;
      const left = x < step ? 0 : (plain[at - step] ?? 0);
      const up = y === 0 ? 0 : (plain[at - lineBytes] ?? 0);
      const corner = x < step || y === 0 ? 0 : (plain[at - lineBytes - step] ?? 0);
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      plain[at] = ((data[y * (lineBytes + 1) + 1 + x] ?? 0) + guess) & 0xff;
    }
  }
  return plain;
}

/** The Paeth predictor of a PNG filter (section 9.4). */
function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [left, up, corner].map((one) => Math.abs(guess - one));
  if ((toLeft ?? 0) <= (toUp ?? 0) && (toLeft ?? 0) <= (toCorner ?? 0)) return left;
  return (toUp ?? 0) <= (toCorner ?? 0) ? up : corner;
}

function choosePalette(pixels: Uint32Array): readonly number[] {
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const byCount = [...counts].sort(([, a], [, b]) => b - a);
  return byCount.slice(0, MAX_COLORS).map(([color]) => color);
}

function indexPixels(pixels: Uint32Array, palette: readonly number[]): Buffer {
  const known = new Map(palette.map((color, index) => [color, index]));
  const indexes = Buffer.alloc(pixels.length);
  for (const [at, pixel] of pixels.entries()) {
    const index = known.get(pixel) ?? nearest(pixel, palette);
    known.set(pixel, index);
    indexes[at] = index;
  }
  return indexes;
}

function nearest(pixel: number, palette: readonly number[]): number {
  const distances = palette.map((color) => distance(color, pixel));
  return distances.indexOf(Math.min(...distances));
}

const distance = (a: number, b: number): number =>
  [16, 8, 0].reduce((sum, bits) => sum + (((a >> bits) & 0xff) - ((b >> bits) & 0xff)) ** 2, 0);

function writePng({ width, height }: Picture, palette: readonly number[], indexes: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // The header says: eight bits per pixel, colours by index.
  header.writeUInt16BE(0x0803, 8);
  const colors = Buffer.alloc(palette.length * 3);
  for (const [index, color] of palette.entries()) colors.writeUIntBE(color, index * 3, 3);
  const lines = Array.from({ length: height }, (_, y) => [
    Buffer.from([0]),
    indexes.subarray(y * width, (y + 1) * width),
  ]).flat();
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    pngChunk('PLTE', colors),
    pngChunk('IDAT', deflateSync(Buffer.concat(lines), { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}
