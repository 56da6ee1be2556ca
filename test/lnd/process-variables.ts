import type { TestDatabase } from '../support/database.ts';
import { programVariables } from '../support/program-variables.ts';
import { IMPATIENT } from './lnd-world.ts';

/** For a process of the service on a test's database. */
export const processVariables = (opened: TestDatabase, dataDir: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: dataDir,
  SATCHEL_DATA_DIR: dataDir,
  ...programVariables(),
  ...IMPATIENT,
  // Callers who wait for a held payment still wait when their api dies.
  SATCHEL_PAYMENT_WAIT: '30',
  SATCHEL_DATABASE_URL: opened.serviceUrl,
  SATCHEL_UNSAFE_DATABASE: 'on',
  SATCHEL_MIGRATE_DATABASE_URL: opened.ownerUrl,
  SATCHEL_SECRET_KEY: 'ab'.repeat(32),
  SATCHEL_RATE_LIMIT: 'off',
  SATCHEL_LOG_LEVEL: 'debug',
});
