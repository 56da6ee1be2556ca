import type { Clock } from '../../src/base/clock.ts';
import type { Log } from '../../src/base/log.ts';
import { createNotifier } from '../../src/base/notifier.ts';
import type { Database } from '../../src/database/db.ts';
import { createLiveHub, type LiveHub } from '../../src/web/live/live-hub.ts';
import { createLiveStore } from '../../src/web/live/sql/live-store.ts';

/** Creates streams of changes with a real database, which is asked as often as in the service. */
export const createTestLive = (parts: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}): LiveHub =>
  createLiveHub({ ...parts, live: createLiveStore(parts.database), notifier: createNotifier() });
