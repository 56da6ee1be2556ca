import { encode, renderSVG } from 'uqr';
import { encodePng } from './png.ts';

/** Light modules around the code (ISO/IEC 18004, 9.1). */
const QUIET_ZONE = 4;
const PIXELS_PER_MODULE = 8;
/** Most letters that a code can hold (version 40, level L, alphanumeric mode). */
const MAX_TEXT_LENGTH = 4296;

const OPTIONS = { border: QUIET_ZONE, ecc: 'L', boostEcc: true } as const;

/** What a wallet scans; all upper case, which the code's compact alphanumeric mode can hold. */
export function qrText(bolt11: string): string | null {
  const text = `LIGHTNING:${bolt11.toUpperCase()}`;
  return text.length > MAX_TEXT_LENGTH ? null : text;
}

export const qrSvg = (text: string): string =>
  renderSVG(text, { ...OPTIONS, pixelSize: PIXELS_PER_MODULE });

export const qrPng = (text: string): Uint8Array =>
  encodePng(encode(text, OPTIONS).data, PIXELS_PER_MODULE);
