import { accept, type Result, refuse } from '../../base/result.ts';
import { FAULT_KINDS, isFaultName } from '../../lightning/simulator-protocol/fault-protocol.ts';
import { SERVICE_NODE } from '../../lightning/simulator-protocol/network-protocol.ts';
import type { FaultRule } from '../fault-registry.ts';
import { applyImmediateFault } from '../immediate-faults.ts';
import { type Body, countOf, textOf, textsOf } from './body-fields.ts';
import type { ControlOptions } from './control-options.ts';

type Answer = Result<unknown, string>;

export const listFaults = ({ network }: ControlOptions): Answer =>
  accept(network.faults.list().map(presentRule));

export function clearFaults({ network }: ControlOptions, body: Body): Answer {
  const kind = textOf(body, 'kind');
  if (kind !== null && !isFaultName(kind)) return refuse(`there is no fault named ${kind}`);
  return accept({ cleared: network.faults.clear(kind) });
}

/**
 * Sets a fault. A fault of scope `now` happens once, before this call is answered, and leaves no
 * rule for later calls.
 */
export async function setFault({ network }: ControlOptions, body: Body): Promise<Answer> {
  const kind = textOf(body, 'kind') ?? '';
  if (!isFaultName(kind)) return refuse(`there is no fault named ${kind}`);
  const node = textOf(body, 'node') ?? SERVICE_NODE;
  if (!network.state.nodes.has(node)) return refuse(`there is no node named ${node}`);
  const numbers = {
    count: countOf(body, 'count', undefined),
    forMs: countOf(body, 'for_ms', undefined),
    ms: countOf(body, 'ms', undefined),
    amountMsat: countOf(body, 'amount_msat', undefined),
    height: countOf(body, 'height', undefined),
  };
  const calls = textsOf(body, 'calls');
  if (calls === null) return refuse('calls is not a list of names');
  const { count, forMs, ms, amountMsat, height } = numbers;
  if (count === null || forMs === null || ms === null || amountMsat === null || height === null) {
    return refuse('count, for_ms, ms, amount_msat and height are whole numbers from 0');
  }
  const amount = amountMsat === undefined ? undefined : BigInt(amountMsat);
  if (FAULT_KINDS[kind].scope === 'now') {
    const account = textOf(body, 'account');
    return await applyImmediateFault(network, { kind, node, account, amountMsat: amount, calls });
  }
  const paymentHash = textOf(body, 'payment_hash') ?? undefined;
  const order = { kind, node, paymentHash, count, forMs, ms, amountMsat: amount, height, calls };
  return accept(presentRule(network.faults.set(order)));
}

const presentRule = (rule: FaultRule) => ({
  id: rule.id,
  kind: rule.kind,
  node: rule.node,
  payment_hash: rule.paymentHash,
  ms: rule.ms,
  amount_msat: rule.amountMsat.toString(),
  height: rule.height,
  calls: rule.calls,
  remaining: rule.remaining,
  until: rule.untilMs === null ? null : new Date(rule.untilMs).toISOString(),
});
