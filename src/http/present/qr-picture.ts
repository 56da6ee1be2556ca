import { encode } from 'uqr';
import { assert } from '../../base/assert.ts';
import { MAX_QR_TEXT_LENGTH } from '../../base/limits.ts';
import { encodePng } from './png.ts';

/** Light modules around the code (ISO/IEC 18004, 9.1). */
const QUIET_ZONE = 4;
const PIXELS_PER_MODULE = 8;

/**
 * Choosing the best of the eight masks would be nine tenths of the work. Readers accept any mask,
 * and the text of an invoice looks like noise under each of them.
 */
const OPTIONS = { border: QUIET_ZONE, ecc: 'L', boostEcc: false, maskPattern: 0 } as const;

/** What a wallet scans, in upper case for the compact alphanumeric mode of QR codes. */
export function qrText(bolt11: string): string | null {
  const text = `LIGHTNING:${bolt11.toUpperCase()}`;
  return text.length > MAX_QR_TEXT_LENGTH ? null : text;
}

export const qrPng = (text: string): Uint8Array =>
  encodePng(encode(text, OPTIONS).data, PIXELS_PER_MODULE);

/** One line per run of dark modules, measured in modules. */
export function qrSvg(text: string): string {
  const { data, size } = encode(text, OPTIONS);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" ` +
    'shape-rendering="crispEdges">' +
    `<rect fill="white" width="${size}" height="${size}"/>` +
    `<path stroke="black" d="${data.map(drawRow).join('')}"/></svg>`
  );
}

/** What `qrSvg` drew: its side in modules, and the path of the dark ones. */
export function readQrSvg(svg: string): { readonly size: number; readonly path: string } {
  const [, size, path] = /viewBox="0 0 (\d+) .* d="([^"]*)"/.exec(svg) ?? [];
  assert(size !== undefined && path !== undefined, 'the picture is one of ours');
  return { size: Number(size), path };
}

function drawRow(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = row.indexOf(true); x !== -1; ) {
    const next = row.indexOf(false, x);
    const end = next === -1 ? row.length : next;
    path += `M${x} ${y}.5h${end - x}`;
    x = row.indexOf(true, end);
  }
  return path;
}
