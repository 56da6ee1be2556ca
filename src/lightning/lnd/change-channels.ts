import type { Clock } from '../../base/clock.ts';
import { hexToBytes } from '../../base/hex.ts';
import { MAX_SAT_PER_VBYTE } from '../limits.ts';
import type {
  ChannelClose,
  ChannelClosing,
  ChannelOpening,
  ChannelOrder,
  PeerConnection,
  Refused,
} from '../node-management.ts';
import { NodeFault } from '../node-port.ts';
import type { PeerAddress } from '../peer-address.ts';
import { explainRefusal } from './channel-refusals.ts';
import type { LndClient, LndStreamCall } from './client.ts';
import {
  GRPC_CODE,
  isNotServed,
  isPermissionDenied,
  type LndRefusal,
  refusalFault,
} from './lnd-answer.ts';
import { hashField, readChannelPoint } from './wire.ts';
import { bytesToBase64, isWireObject } from './wire-fields.ts';

interface OpenDeps {
  readonly lnd: LndClient;
  readonly clock: Clock;
}

/** Connects to the peer, then opens a channel to it. */
export async function openChannel(
  { lnd, clock }: OpenDeps,
  { peerPubkey, host, amountSat, satPerVbyte }: ChannelOrder,
): Promise<ChannelOpening> {
  const pubkey = hexToBytes(peerPubkey, 33);
  if (pubkey === null) return refused('a node is known by a public key of 33 bytes in hex');
  if (isTooHigh(satPerVbyte)) return RATE_TOO_HIGH;
  const order = {
    node_pubkey: bytesToBase64(pubkey),
    local_funding_amount: String(amountSat),
    ...(satPerVbyte === null ? {} : { sat_per_vbyte: String(satPerVbyte) }),
  };
  for (let tries = 1; ; tries += 1) {
    const failed = host === null ? null : await connect(lnd, peerPubkey, host);
    if (failed !== null) return failed;
    const answer = await lnd.post('/v1/channels', order);
    if (answer.ok) return { kind: 'begun', channelPoint: readChannelPoint(answer.value) };
    // LND takes a moment to finish its handshake with a new peer, or to drop an old connection to
    // it, and until then says that the peer is offline.
    const isFinal = host === null || tries >= WELCOME_TRIES || !isAway(answer.refusal);
    if (isFinal) return refusedUnless('OpenChannelSync', answer.refusal);
    await clock.sleep(WELCOME_PAUSE_MS);
  }
}

const WELCOME_TRIES = 20;
const WELCOME_PAUSE_MS = 250;

const isAway = ({ detail }: LndRefusal): boolean =>
  / is not online$|^unable to send funding request message: /.test(detail);

export async function connectPeer(
  lnd: LndClient,
  { pubkey, host }: PeerAddress,
): Promise<PeerConnection> {
  if (host === null) return refused('the address of the node is not known');
  return (await connect(lnd, pubkey, host)) ?? { kind: 'connected' };
}

/**
 * Connects to a peer. Returns null once the peer is connected, and otherwise a sentence that says
 * why it is not.
 */
async function connect(lnd: LndClient, pubkey: string, host: string): Promise<Refused | null> {
  const order = { addr: { pubkey, host }, perm: false, timeout: CONNECT_SEC };
  const answer = await lnd.post('/v1/peers', order);
  if (answer.ok || answer.refusal.detail.startsWith('already connected to peer')) return null;
  const { detail } = refusedUnless('ConnectPeer', answer.refusal);
  return refused(`no connection to ${host}: ${detail}`);
}

/** Seconds until LND gives up connecting. An int64 is a string in the JSON of LND. */
const CONNECT_SEC = '15';

/**
 * Begins to close a channel. LND's stream names the closing transaction once the network has it.
 * Hanging up then does not stop the closing.
 */
export async function closeChannel(
  lnd: LndClient,
  { channelPoint, satPerVbyte }: ChannelClosing,
): Promise<ChannelClose> {
  if (isTooHigh(satPerVbyte)) return RATE_TOO_HIGH;
  const { txid, outputIndex } = channelPoint;
  const rate = satPerVbyte === null ? '' : `?sat_per_vbyte=${satPerVbyte}`;
  const call: LndStreamCall = {
    path: `/v1/channels/${encodeURIComponent(txid)}/${outputIndex}${rate}`,
    isDelete: true,
    isPrompt: true,
  };
  const hangUp = new AbortController();
  try {
    for await (const answer of lnd.stream(call, hangUp.signal)) {
      if (!answer.ok) return refusedUnless('CloseChannel', answer.refusal);
      const pending = answer.value['close_pending'];
      if (isWireObject(pending)) return { kind: 'begun', closingTxid: hashField(pending, 'txid') };
    }
  } finally {
    hangUp.abort();
  }
  throw new NodeFault('LND did not tell the closing transaction');
}

const refused = (detail: string): Refused => ({ kind: 'refused', detail });

export const isTooHigh = (satPerVbyte: bigint | null): boolean =>
  satPerVbyte !== null && satPerVbyte > MAX_SAT_PER_VBYTE;

export const RATE_TOO_HIGH = refused(
  `a fee of more than ${MAX_SAT_PER_VBYTE} sat/vB is taken for a slip of the hand`,
);

/** Codes of errors after which LND may nevertheless have begun to open or close the channel. */
const UNDECIDED_CODES: ReadonlySet<number> = new Set([
  GRPC_CODE.cancelled,
  GRPC_CODE.deadlineExceeded,
  GRPC_CODE.unavailable,
]);

/**
 * Whether LND would have refused any order to open or close a channel, because it is not ready, or
 * because the macaroon does not allow the call.
 */
const isOfTheNode = (refusal: LndRefusal): boolean =>
  isPermissionDenied(refusal) || isNotServed(refusal) || NOT_READY.test(refusal.detail);

const NOT_READY =
  /macaroon|verification failed|^wallet (locked|not created)|^the RPC server|^waiting to start/;

export function refusedUnless(call: string, refusal: LndRefusal): Refused {
  if (UNDECIDED_CODES.has(refusal.code) || isOfTheNode(refusal)) throw refusalFault(call, refusal);
  return refused(explainRefusal(refusal.detail));
}
