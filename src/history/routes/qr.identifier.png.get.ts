import { Type } from 'typebox';
import { publicRoute } from '../../web/route.ts';
import { ADDRESS_PICTURES } from '../limits.ts';
import { type AnswerQrDeps, answerQr } from './answer-qr.ts';

const CONTENT_TYPE = 'image/png';

export const route = publicRoute({
  method: 'GET',
  path: '/qr/:identifier.png',
  access: 'public',
  operationId: 'drawQrPng',
  summary: 'Get QR code as PNG',
  description: 'Draws the QR code of a BOLT11 invoice, for a payer to scan.',
  success: 'The picture.',
  tag: 'Invoices',
  params: Type.Object({ identifier: Type.String({ description: 'Identifier of the invoice.' }) }),
  response: Type.String(),
  contentType: CONTENT_TYPE,
  ownLimit: ADDRESS_PICTURES,
  errors: { 404: 'There is no invoice with this identifier, or it is too long for a QR code.' },
  handle: (deps: AnswerQrDeps, { params }) =>
    answerQr(deps, params.identifier, CONTENT_TYPE, 'png'),
});
