import { createAddressInvoice } from '../create-address-invoice.ts';
import { answerBody, answerError, callbackError, type LnurlAnswer } from './lnurl-answer.ts';
import { type LnurlDeps, type LnurlRequest, onlyValue } from './lnurl-route.ts';
import { presentCallback } from './present-callback.ts';
import { readPayerData } from './read-payer-data.ts';

/**
 * Answers a payer's request for an invoice (LUD-06, second step), for all paths on which one can be
 * requested.
 */
export async function answerCallback(
  deps: LnurlDeps,
  askedName: string,
  { query, plusQuery, network }: Pick<LnurlRequest, 'query' | 'plusQuery' | 'network'>,
): Promise<LnurlAnswer> {
  const isZap = query.getAll('nostr').some((text) => text !== '');
  const zapReadings = isZap
    ? [onlyValue(query, 'nostr') ?? '', onlyValue(plusQuery, 'nostr') ?? '']
    : null;
  // The invoice of a zap commits to the zap request alone, so payer data that is sent along is
  // ignored.
  const payerData = readPayerData(zapReadings === null ? query.get('payerdata') : null);
  if (!payerData.ok) return answerError(callbackError(payerData.refusal));
  const created = await createAddressInvoice(deps, {
    askedName,
    domain: deps.addressDomain(),
    amountMsat: onlyValue(query, 'amount') ?? '',
    comment: query.get('comment') ?? '',
    payerData: payerData.value,
    zapReadings,
    network,
  });
  return created.ok
    ? answerBody(presentCallback(created.value, deps.baseUrl()))
    : answerError(callbackError(created.refusal));
}
