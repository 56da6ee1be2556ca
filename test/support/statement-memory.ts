import { createActivityStore } from '../../src/activity/sql/activity-store.ts';
import { assert } from '../../src/base/assert.ts';
import { openDatabase } from '../../src/database/db.ts';
import { createRateStore } from '../../src/fiat/sql/rate-store.ts';
import { createStatementStore } from '../../src/statements/sql/statement-store.ts';
import { writeStatement } from '../../src/statements/write-statement.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';

/**
 * Reads a statement as a file in a process of its own. Prints the length of the file, and by how
 * much the memory of the process grew at most. The arguments are `URL USER MONTH csv|json`.
 */
const [url = '', userId = '', name = '', format] = process.argv.slice(2);
assert(format === 'csv' || format === 'json', 'a format');
const clock = systemClock;
const database = openDatabase({ url, applicationName: 'reader', clock, random: systemRandom });
const statements = createStatementStore(database);
const activity = createActivityStore(database);
const month = await statements.findMonth(userId, name);
assert(month !== null, 'a month');
const beforeBytes = process.memoryUsage.rss();
const deps = { statements, activity, rates: createRateStore(database) };
const owner = { userId, currency: 'EUR' };
let lines = 0;
let bytes = 0;
let peakBytes = beforeBytes;
for await (const part of writeStatement(deps, owner, month, format)) {
  bytes += Buffer.byteLength(part);
  lines += part.split('\n').length - 1;
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
}
// The peak that the system reports is not used alone, because it begins with the size of the
// parent.
const grownBytes = peakBytes - beforeBytes;
process.stdout.write(JSON.stringify({ lines, bytes, grownBytes }));
await database.close();
