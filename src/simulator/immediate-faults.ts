import { assert } from '../base/assert.ts';
import { hexToBytes } from '../base/hex.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { ACCOUNT_RECORD, BOOSTAGRAM_RECORD, MESSAGE_RECORD } from '../lightning/custom-records.ts';
import { FAULT_KINDS, type FaultName } from '../lightning/simulator-protocol/fault-protocol.ts';
import { keyPair } from './default-network.ts';
import { keysendFromExternalNode } from './external-payer.ts';
import type { Network } from './network.ts';
import { nodeOf } from './node-of.ts';

export interface Act {
  readonly kind: FaultName;
  readonly node: string;
  /**
   * The value of the custom record 696969, by which a keysend names a wallet on the service's node.
   */
  readonly account: string | null;
  readonly amountMsat: bigint | undefined;
  readonly calls: readonly string[] | undefined;
}

/** Applies a fault that is a single event, such as a crash, instead of a rule for later. */
export async function applyImmediateFault(
  network: Network,
  act: Act,
): Promise<Result<unknown, string>> {
  switch (act.kind) {
    case 'stream_cut':
      return accept({ cut: cutStreams(network, act) });
    case 'new_identity':
      return accept({ pubkey: changeIdentity(network, act.node) });
    case 'rescan':
      network.commit({ kind: 'wallet_rescanned', node: act.node });
      return accept({});
    case 'crash':
      network.crash();
      return accept({});
    default:
      return await sendOddly(network, act);
  }
}

function cutStreams(network: Network, { node, calls }: Act): number {
  let count = 0;
  for (const stream of [...network.openStreams]) {
    if (stream.node !== node || !(calls ?? ['SubscribeInvoices']).includes(stream.call)) continue;
    stream.cut();
    count += 1;
  }
  return count;
}

/**
 * Gives a node another key, as if it had been restarted with another seed. Callers have to
 * reconnect, and then meet a node that they do not know.
 */
function changeIdentity(network: Network, name: string): string {
  const seed = hexToBytes(network.state.seedHex);
  assert(seed !== null, 'the network has a seed');
  const node = nodeOf(network.state, name);
  const key = keyPair(seed, `${name}/after ${node.pubkey}`);
  network.commit({ kind: 'identity_changed', node: name, ...key });
  for (const stream of [...network.openStreams]) if (stream.node === name) stream.cut();
  return key.pubkey;
}

const AMOUNT_MSAT = 21_000n;
/**
 * The size of custom records, in bytes, that an onion can just about carry over two or three hops.
 */
const LARGE_RECORD_BYTES = 700;
const EVEN_RECORD = 818818n;
const ODD_RECORD = 34349347n;

/** Sends a keysend or AMP payment of a kind that no ordinary wallet sends. */
async function sendOddly(network: Network, act: Act): Promise<Result<unknown, string>> {
  const to = hexToBytes(nodeOf(network.state, act.node).pubkey, 33);
  assert(to !== null, 'a node has a key');
  const named = act.account === null ? [] : [[ACCOUNT_RECORD, act.account] as const];
  const records: readonly (readonly [bigint, string | Uint8Array])[] = [
    ...(act.kind === 'keysend_no_account' ? [] : named),
    ...oddRecords(act.kind),
  ];
  const byDefault = FAULT_KINDS[act.kind].amountMsat;
  const result = await keysendFromExternalNode(network, {
    to,
    amountMsat: act.amountMsat ?? (byDefault === undefined ? AMOUNT_MSAT : BigInt(byDefault)),
    records: new Map(records.map(([type, value]) => [type, Buffer.from(value)])),
    from: null,
    isAmp: act.kind === 'amp',
  });
  if (!result.ok) return refuse(result.refusal);
  return accept({ preimage: result.value.preimage, fee_msat: result.value.feeMsat.toString() });
}

function oddRecords(kind: FaultName): readonly (readonly [bigint, string | Uint8Array])[] {
  const boost = '{"podcast":"A","action":"boost","value_msat_total":21000,"message":"hello"}';
  switch (kind) {
    case 'keysend_no_account':
      return [[BOOSTAGRAM_RECORD, boost]];
    case 'keysend_unknown_account':
      return [
        [ACCOUNT_RECORD, 'nobody of this name'],
        [BOOSTAGRAM_RECORD, boost],
      ];
    case 'keysend_bad_json':
      return [[BOOSTAGRAM_RECORD, Buffer.from('7b22706f64636173743aff00fe', 'hex')]];
    case 'keysend_even_type':
      return [[EVEN_RECORD, 'an even type']];
    case 'keysend_oversize':
      return [[ODD_RECORD, 'x'.repeat(LARGE_RECORD_BYTES)]];
    case 'keysend_nul':
      return [
        [BOOSTAGRAM_RECORD, '{"message":"a\\u0000b\\ud800c","sender_name":"\\u0000"}'],
        [MESSAGE_RECORD, Buffer.from('a\u0000b')],
      ];
    default:
      return [];
  }
}
