import type { ProcessStore } from '../../background/process-store.ts';
import { type RepeatDeps, repeat } from '../../background/repeat.ts';
import type { HeartbeatGate } from '../heartbeat-gate.ts';
import { beatEveryMs, type LivenessConfig, type SilenceJudge } from './liveness.ts';

export interface HeartbeatDeps extends RepeatDeps {
  readonly processes: Pick<ProcessStore, 'heartbeat'>;
  readonly heartbeat: HeartbeatGate;
  readonly silence: Pick<SilenceJudge, 'beat'>;
  readonly processId: string;
  readonly role: string;
  readonly config: LivenessConfig;
}

/**
 * Tells the other processes that this one lives, and tells this one that they know. The code that
 * ends the process stops the heartbeat, after handing its last payment to recovery.
 */
export async function beatHeart(deps: HeartbeatDeps, signal: AbortSignal): Promise<void> {
  const options = { name: 'the heartbeat', everyMs: beatEveryMs(deps.config) };
  await repeat(deps, options, signal, () => beat(deps));
}

/** One beat; a process makes its first one before it serves. */
export async function beat(deps: HeartbeatDeps): Promise<void> {
  const begunAtMs = deps.clock.monotonicMs();
  const storedAt = await deps.processes.heartbeat(deps.processId, deps.role);
  deps.heartbeat.beat(begunAtMs);
  deps.silence.beat(begunAtMs, storedAt);
}
