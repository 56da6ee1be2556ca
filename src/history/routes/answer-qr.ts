import { qrText } from '../../web/qr-picture.ts';
import type { PictureFormat, QrPictures } from '../../web/qr-pictures.ts';
import { type Answer, answerRefused } from '../../web/route.ts';
import { NOT_FOUND, TOO_MANY_REQUESTS } from '../../web/wire-errors.ts';
import { findBolt11 } from '../find-invoice.ts';
import type { HistoryStore } from '../history-store.ts';

export interface AnswerQrDeps {
  readonly history: HistoryStore;
  readonly qrPictures: QrPictures;
}

/**
 * Answers with a picture of an invoice's QR code. No token is needed, only the identifier: it is as
 * hard to guess as a key, and invoices are meant to be shown.
 */
export async function answerQr(
  deps: AnswerQrDeps,
  identifier: string,
  contentType: string,
  format: PictureFormat,
): Promise<Answer<never>> {
  const bolt11 = await findBolt11(deps, identifier);
  const text = bolt11 === null ? null : qrText(bolt11);
  if (text === null) return answerRefused({ ...NOT_FOUND, message: 'there is no such QR code' });
  const content = await deps.qrPictures.find(format, text);
  if (content === null) return answerRefused(TOO_MANY_REQUESTS);
  // Browsers may keep the picture: the BOLT11 text of an invoice never changes.
  const headers = { 'cache-control': 'public, max-age=31536000, immutable' };
  return { kind: 'file', contentType, content, headers };
}
