import type { Clock } from '../../src/base/clock.ts';
import type { Log } from '../../src/base/log.ts';
import type { Setting } from '../../src/base/setting.ts';
import type { Database } from '../../src/database/db.ts';
import { createOversight } from '../../src/operate/operate.ts';
import type { OversightPort } from '../../src/operate/pages/oversight-port.ts';
import { createTestActions } from './test-actions.ts';
import { createTestOperator } from './test-operator.ts';
import { createTestStanding } from './test-standing.ts';

/** One of each kind, without words. */
const SETTINGS: readonly Setting[] = [
  { name: '№ 1', description: '№', source: 'default', value: { kind: 'none' } },
  { name: '№ 2', description: '№', source: 'file', value: { kind: 'secret' } },
  { name: '№ 3', description: '№', source: 'environment', value: { kind: 'shown', text: '3' } },
  {
    name: '№ 4',
    description: '№',
    source: 'environment',
    value: { kind: 'place', text: 'https://node.example' },
  },
];

/** The lists of admins over the database of a test. */
export const createTestOversight = (
  database: Database,
  settings: readonly Setting[] = SETTINGS,
  everySec: number | null = null,
): OversightPort =>
  createOversight(database, { settings, backup: { everySec }, lightning: { kind: 'lnd' } });

interface AdminParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** What admins see of the node and in lists, and what they do. */
export const createTestAdminPorts = ({ database, clock, log }: AdminParts) => ({
  actions: createTestActions({ database, clock, log }),
  operator: createTestOperator(),
  standing: createTestStanding(),
  oversight: createTestOversight(database),
});
