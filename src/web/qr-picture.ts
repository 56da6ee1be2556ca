import encodeQR from 'qr';
import { assert } from '../base/assert.ts';
import { MAX_QR_TEXT_LENGTH } from './limits.ts';
import { encodePng } from './png.ts';

/** The number of light modules around the code (ISO/IEC 18004, 9.1). */
const QUIET_ZONE = 4;
const PIXELS_PER_MODULE = 8;

/** Computes the rows of modules of a QR code, dark ones true, with the light border around them. */
const encode = (text: string): readonly (readonly boolean[])[] =>
  encodeQR(text, 'raw', { ecc: 'low', border: QUIET_ZONE });

/**
 * The text of an invoice's QR code, in upper case for the compact alphanumeric mode; null if it is
 * too long.
 */
export function qrText(bolt11: string): string | null {
  const text = `LIGHTNING:${bolt11.toUpperCase()}`;
  return text.length > MAX_QR_TEXT_LENGTH ? null : text;
}

/**
 * A link to a bitcoin address (BIP 321). Capitals, where they are allowed, make a smaller QR code.
 */
export const bitcoinQrText = (address: string): string =>
  /^(bc|tb|bcrt)1[0-9a-z]+$/.test(address)
    ? `BITCOIN:${address.toUpperCase()}`
    : `bitcoin:${address}`;

export const qrPng = (text: string): Uint8Array => encodePng(encode(text), PIXELS_PER_MODULE);

/**
 * Draws a QR code as SVG, with one line per run of dark modules. The unit of its size is a module.
 */
export function qrSvg(text: string): string {
  const rows = encode(text);
  const size = rows.length;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" ` +
    'shape-rendering="crispEdges">' +
    `<rect fill="white" width="${size}" height="${size}"/>` +
    `<path stroke="black" d="${rows.map(drawRow).join('')}"/></svg>`
  );
}

/** Reads size and path of the dark modules from a picture that `qrSvg` made. */
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
