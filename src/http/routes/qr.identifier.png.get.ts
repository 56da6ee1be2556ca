import { Type } from 'typebox';
import { answerQr } from '../present/answer-qr.ts';
import { publicRoute } from '../route.ts';

const CONTENT_TYPE = 'image/png';

export const route = publicRoute({
  method: 'GET',
  path: '/qr/:identifier.png',
  access: 'public',
  operationId: 'drawQrPng',
  summary: 'The QR code of an invoice as PNG',
  tag: 'Invoices',
  params: Type.Object({ identifier: Type.String({ description: 'Identifier of the invoice' }) }),
  response: Type.String(),
  contentType: CONTENT_TYPE,
  ownLimit: 'pictures',
  errors: { 404: 'There is no such invoice' },
  handle: (deps, { params }) => answerQr(deps, params.identifier, CONTENT_TYPE, 'png'),
});
