import type { ActivityStore } from '../../activity/activity-store.ts';
import type { Clock } from '../../base/clock.ts';
import type { Rates } from '../../fiat/rates.ts';
import type { CheckpointStore } from '../../proof/checkpoint-store.ts';
import type { Site } from '../../web/site.ts';
import type { OpenFileDeps } from '../open-statement-file.ts';

export type StatementPageDeps = OpenFileDeps & {
  readonly activity: ActivityStore;
  readonly clock: Clock;
  readonly config: { readonly site: Site };
  readonly rates: Rates;
  readonly proofs: CheckpointStore;
};
