import encodeQR from 'qr';
import { assert } from '../base/assert.ts';
import { MAX_QR_TEXT_LENGTH } from './limits.ts';
import { encodePng } from './png.ts';

/** The number of light modules around the code (ISO/IEC 18004, 9.1). */
const QUIET_ZONE = 4;
const PIXELS_PER_MODULE = 8;

/** Rows of modules, dark ones true, with the light border around them. */
const encode = (text: string): readonly (readonly boolean[])[] =>
  encodeQR(text, 'raw', { ecc: 'low', border: QUIET_ZONE });

/** The text of a QR code, in upper case for the compact alphanumeric mode. */
export function qrText(bolt11: string): string | null {
  const text = `LIGHTNING:${bolt11.toUpperCase()}`;
  return text.length > MAX_QR_TEXT_LENGTH ? null : text;
}

/** A link to an address (BIP 321). Capitals, where they are allowed, make a smaller code. */
export const bitcoinQrText = (address: string): string =>
  /^(bc|tb|bcrt)1[0-9a-z]+$/.test(address)
    ? `BITCOIN:${address.toUpperCase()}`
    : `bitcoin:${address}`;

export const qrPng = (text: string): Uint8Array => encodePng(encode(text), PIXELS_PER_MODULE);

/** Draws a QR code with one line per run of dark modules, measured in modules. */
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

/** Reads the side in modules, and the path of the dark ones, from a picture of `qrSvg`. */
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
