import type { PaymentStopStore } from '../node/payment-stop-store.ts';
import type { CheckpointStore } from './checkpoint-store.ts';

export interface MakeCheckpointsDeps {
  readonly proofs: Pick<CheckpointStore, 'hasOwners'>;
  readonly stops: Pick<PaymentStopStore, 'listStops'>;
  /**
   * The least number of users for a checkpoint: with fewer, the total would tell others what one of
   * them has.
   */
  readonly leastUsers: number;
  /**
   * Makes a checkpoint in a process of its own, as building the tree of many users takes seconds.
   */
  readonly runCheckpoint: (signal: AbortSignal) => Promise<void>;
}

/**
 * Makes checkpoints regularly. While the database may lack data, because it was restored to an
 * earlier state or replaced, none is signed: people could see two checkpoints of one number.
 */
export async function makeCheckpoints(
  deps: MakeCheckpointsDeps,
  signal: AbortSignal,
): Promise<void> {
  if (!(await deps.proofs.hasOwners(deps.leastUsers))) return;
  const stops = await deps.stops.listStops();
  const mayLack = stops.some(
    ({ reason }) => reason === 'restored' || reason === 'database_changed',
  );
  if (!mayLack) await deps.runCheckpoint(signal);
}
