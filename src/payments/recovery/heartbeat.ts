import type { ProcessStore } from '../../background/process-store.ts';
import { type RunPeriodicallyDeps, runPeriodically } from '../../background/run-periodically.ts';
import type { SendPermit } from '../send-permit.ts';
import { beatEveryMs, type FailureDetector, type LivenessConfig } from './failure-detector.ts';

export interface HeartbeatDeps extends RunPeriodicallyDeps {
  readonly processes: Pick<ProcessStore, 'heartbeat'>;
  readonly heartbeat: SendPermit;
  readonly silence: Pick<FailureDetector, 'beat'>;
  readonly processId: string;
  readonly role: string;
  /** The root keys of the node's macaroons that calls of this process may carry. */
  readonly rootKeyIds: () => readonly string[];
  readonly config: LivenessConfig;
}

/**
 * Stores heartbeats at intervals. They tell the other processes that this one is alive, and without
 * a recent one this process may not send payments. During a shutdown, heartbeats end last, after
 * the last payment was left to recovery.
 */
export async function runHeartbeat(deps: HeartbeatDeps, signal: AbortSignal): Promise<void> {
  const options = { name: 'the heartbeat', everyMs: beatEveryMs(deps.config) };
  await runPeriodically(deps, options, signal, () => beat(deps));
}

/** Stores a heartbeat. A process stores its first one before it serves requests. */
export async function beat(deps: HeartbeatDeps): Promise<void> {
  const begunAtMs = deps.clock.monotonicMs();
  const storedAt = await deps.processes.heartbeat(deps.processId, deps.role, deps.rootKeyIds());
  deps.heartbeat.beat(begunAtMs);
  deps.silence.beat(begunAtMs, storedAt);
}
