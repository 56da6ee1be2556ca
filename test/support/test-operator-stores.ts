import { createOperatorStores, type OversightSettings } from '../../src/admin/admin.ts';
import type { OperatorStores } from '../../src/admin/pages/operator-stores.ts';
import type { Setting } from '../../src/base/setting.ts';
import type { Database } from '../../src/database/db.ts';
import { createTestStores } from './test-stores.ts';

/** A setting of each kind, without explanations. */
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

/** The stores of the operators' lists, on the database of a test. */
export const createTestOperatorStores = (
  database: Database,
  settings: readonly Setting[] = SETTINGS,
  everySec: number | null = null,
  setUp: Partial<OversightSettings> = {},
): OperatorStores =>
  createOperatorStores(database, createTestStores(database, everySec), {
    settings,
    backup: { everySec, keep: null, folder: null, keyFile: null },
    lightning: { kind: 'lnd' },
    authUrl: null,
    baseUrl: null,
    host: '127.0.0.1',
    port: 3000,
    smtpUrl: null,
    ...setUp,
  });
