import type { TestDatabase } from '../support/database.ts';
import { programVariables } from '../support/program-variables.ts';
import { IMPATIENT } from './lnd-world.ts';

/** Variables for a process of the service on the database of a test. */
export const processVariables = (opened: TestDatabase, dataDir: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: dataDir,
  SATCHEL_DATA_DIR: dataDir,
  ...programVariables(),
  ...IMPATIENT,
  // Callers must still wait for a held payment when their api process dies.
  SATCHEL_PAYMENT_WAIT: '30',
  SATCHEL_DATABASE_URL: opened.serviceUrl,
  SATCHEL_UNSAFE_DATABASE: 'on',
  SATCHEL_MIGRATE_DATABASE_URL: opened.ownerUrl,
  SATCHEL_SECRET_KEY: 'ab'.repeat(32),
  SATCHEL_RATE_LIMIT: 'off',
  SATCHEL_LOG_LEVEL: 'debug',
});
