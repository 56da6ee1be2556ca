import { createAddressInvoice } from '../../usecases/addresses/create-address-invoice.ts';
import { answerBody, answerError, callbackError, type LnurlAnswer } from './lnurl-answer.ts';
import { type LnurlDeps, type LnurlRequest, onlyValue } from './lnurl-route.ts';
import { presentCallback } from './present-callback.ts';
import { readPayerData } from './read-payer-data.ts';

/** The second step of LUD-06, whatever path it was asked at. */
export async function answerCallback(
  deps: LnurlDeps,
  askedName: string,
  { query, network }: Pick<LnurlRequest, 'query' | 'network'>,
): Promise<LnurlAnswer> {
  const payerData = readPayerData(query.get('payerdata'));
  if (!payerData.ok) return answerError(callbackError(payerData.refusal));
  const created = await createAddressInvoice(deps, {
    askedName,
    domain: deps.addressDomain(),
    amountMsat: onlyValue(query, 'amount') ?? '',
    comment: query.get('comment') ?? '',
    payerData: payerData.value,
    network,
  });
  return created.ok
    ? answerBody(presentCallback(created.value, deps.baseUrl()))
    : answerError(callbackError(created.refusal));
}
