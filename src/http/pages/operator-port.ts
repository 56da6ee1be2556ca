import type { StoredAlarm } from '../../operations/alarm-store.ts';
import type { NodeReport } from '../../usecases/operations/read-node-report.ts';

/** What pages show to whoever runs the service. */
export interface OperatorPort {
  readNode(): Promise<NodeReport>;
  /** Newest first. */
  listAlarms(limit: number): Promise<readonly StoredAlarm[]>;
}
