import type { NodeReport } from '../../usecases/read-node-report.ts';
import type { StoredAlarm } from '../../wallet/alarm-store.ts';

/** What pages show to whoever runs the service. */
export interface OperatorPort {
  readNode(): Promise<NodeReport>;
  /** Newest first. */
  listAlarms(limit: number): Promise<readonly StoredAlarm[]>;
}
