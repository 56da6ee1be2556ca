import { assert } from '../base/assert.ts';
import type { ZapRequest } from './zap-request.ts';

/**
 * Writes a zap request into the metadata of its invoice, in the form that apps of the original
 * service read: JSON with the parsed event, and with its text exactly as it came.
 */
export function zapMetadataOf({ event, text }: ZapRequest): string {
  const { content, created_at, id, kind, pubkey, sig, tags } = event;
  const zapRequest = { content, created_at, id, kind, pubkey, sig, tags };
  return JSON.stringify({ zap_request: zapRequest, zap_request_raw: text });
}

/** Reads the text of a zap request from the metadata of its invoice, exactly as it came. */
export function zapTextOf(metadataJson: string): string {
  const metadata: { readonly zap_request_raw?: unknown } = JSON.parse(metadataJson);
  const text = metadata.zap_request_raw;
  assert(typeof text === 'string', 'the invoice of a zap keeps its request');
  return text;
}
