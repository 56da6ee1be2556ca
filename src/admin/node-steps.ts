import type { NodeChannel, NodeInfo } from '../lightning/node-port.ts';
import { readRoom } from './channel-room.ts';
import type { ManagedNode } from './read-managed-node.ts';

/** The steps that bring a new node to its first payments, in this order. */
export const NODE_STEPS = ['chain', 'bitcoin', 'channel', 'room', 'receive', 'send'] as const;
export type NodeStep = (typeof NODE_STEPS)[number];
export type NodeStepState = 'done' | 'going' | 'open';

/** Port: tells whether a user has received money from another node, and has sent some to one. */
export interface FirstSatStore {
  readFirstSat(userId: string): Promise<FirstSat>;
}

export interface FirstSat {
  readonly hasReceived: boolean;
  readonly hasSent: boolean;
}

export interface KnownOfNode extends ManagedNode, FirstSat {
  readonly info: Pick<NodeInfo, 'synced'>;
  readonly channels: readonly NodeChannel[];
}

export type NodeStepStates = Readonly<Record<NodeStep, NodeStepState>>;

/**
 * Tells how far a new node has come with its first steps. Null once all steps are done, as long as
 * the node has a channel.
 */
export function readNodeSteps(known: KnownOfNode): NodeStepStates | null {
  const { info, wallet, pending, channels, hasReceived, hasSent } = known;
  const hasChannel = channels.length > 0;
  if (hasChannel && hasReceived && hasSent) return null;
  const isOpening = pending.some(({ state }) => state === 'opening');
  const isFunded = hasChannel || isOpening || wallet.confirmedSat > 0n;
  return {
    chain: info.synced ? 'done' : 'going',
    bitcoin: stateOf(isFunded, wallet.unconfirmedSat > 0n),
    channel: stateOf(hasChannel, isOpening),
    room: stateOf(hasReceived || readRoom(channels).inSat > 0n),
    receive: stateOf(hasReceived),
    send: stateOf(hasSent),
  };
}

/**
 * Finds the step that the operator should take now. Bitcoin can be sent to the node even while it
 * is still catching up with the chain.
 */
export function nextNodeStep(states: NodeStepStates): NodeStep | null {
  const waits = NODE_STEPS.find((step) => states[step] !== 'done') ?? null;
  if (waits === 'chain') return states.bitcoin === 'open' ? 'bitcoin' : null;
  return waits !== null && states[waits] === 'open' ? waits : null;
}

const stateOf = (isDone: boolean, isGoing = false): NodeStepState =>
  isDone ? 'done' : isGoing ? 'going' : 'open';
