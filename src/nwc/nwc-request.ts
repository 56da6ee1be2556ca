import { isNwcMethod, type NwcMethod } from '../apps/nwc-keys/method.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { openParams, type ParamReader } from './param-reader.ts';
import {
  type KeysendParams,
  type ListParams,
  type LookupParams,
  type MakeParams,
  type PayParams,
  readKeysendParams,
  readListParams,
  readLookupParams,
  readMakeParams,
  readPayParams,
} from './read-params.ts';
import type { RequestBody } from './request-body.ts';
import type { RequestRefusal } from './request-refusals.ts';

/** A request with valid parameters, ready to be run. */
export type NwcRequest =
  | { readonly method: 'get_info' | 'get_balance' | 'get_budget' }
  | ({ readonly method: 'make_invoice' } & MakeParams)
  | ({ readonly method: 'pay_invoice' } & PayParams)
  | ({ readonly method: 'pay_keysend' } & KeysendParams)
  | ({ readonly method: 'lookup_invoice' } & LookupParams)
  | ({ readonly method: 'list_transactions' } & ListParams);

/** Reads and checks the parameters of a request, without asking the wallet anything. */
export function readRequest({ method, params }: RequestBody): Result<NwcRequest, RequestRefusal> {
  if (!isNwcMethod(method)) return refuse({ kind: 'not_implemented', method });
  const reader = openParams(params);
  const request = readMethod(method, reader);
  const complaint = reader.complaint();
  if (request !== null && complaint === null) return accept(request);
  return refuse({ kind: 'bad_params', method, message: complaint ?? 'parameters are missing' });
}

/** Reads the parameters of a method; null when the reader has noted a fault in them. */
function readMethod(method: NwcMethod, reader: ParamReader): NwcRequest | null {
  switch (method) {
    case 'get_info':
    case 'get_balance':
    case 'get_budget':
      return { method };
    case 'make_invoice':
      return withMethod(method, readMakeParams(reader));
    case 'pay_invoice':
      return withMethod(method, readPayParams(reader));
    case 'pay_keysend':
      return withMethod(method, readKeysendParams(reader));
    case 'lookup_invoice':
      return withMethod(method, readLookupParams(reader));
    case 'list_transactions':
      return withMethod(method, readListParams(reader));
  }
}

const withMethod = <M extends NwcMethod, P>(method: M, params: P | null) =>
  params === null ? null : { method, ...params };
