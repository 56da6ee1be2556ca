import { Agent, request } from 'undici';
import type { LndAccess } from '../support/lnd-peer.ts';

/** Whether LND lets a macaroon in, by a call that all macaroons of a service allow. */
export async function isAccepted(
  { restUrl, tlsCaPem }: Pick<LndAccess, 'restUrl' | 'tlsCaPem'>,
  macaroon: Uint8Array,
): Promise<boolean> {
  const dispatcher = new Agent({ connect: { ca: tlsCaPem ?? '' } });
  const headers = { 'grpc-metadata-macaroon': Buffer.from(macaroon).toString('hex') };
  const { statusCode, body } = await request(`${restUrl}/v1/getinfo`, { headers, dispatcher });
  await body.dump();
  await dispatcher.close();
  return statusCode === 200;
}
