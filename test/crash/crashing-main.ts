import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { readAppContext } from '../../src/app/commands/context.ts';
import { runService } from '../../src/app/compose/run-service.ts';
import type { Role } from '../../src/app/context/app-context.ts';
import { createOwnPrograms } from '../../src/app/own-programs.ts';
import { field, numberField } from '../support/fields.ts';
import { type CrashOrder, DISARM } from './crash-points.ts';
import { createFailPoints, DISARMED } from './fail-points.ts';
import { decideOften } from './owners.ts';
import { PRUNES, pruneOften } from './prune-often.ts';
import { withWrongClock } from './wrong-clock.ts';

/**
 * The service as `satchel start` runs it, but that it can be told to die at a point of its work:
 * orders come as messages from the test that started it, and it ends with that test.
 */
const [role = 'all'] = process.argv.slice(2);
const failPoints = createFailPoints();
process.on('message', (message) => {
  const order = message === DISARM ? null : readOrder(message);
  failPoints.arm(order);
  if (order === null) process.stdout.write(`${DISARMED}\n`);
});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.channel?.unref();

// For the ones that come after, as a killed process writes no cache at its end. It takes seconds on
// a busy machine, in which a service that runs already would do nothing else.
flushCompileCache();
const stopAsked = once(process, 'SIGTERM');
const lost = Promise.withResolvers<never>();
const service = await runService(
  withWrongClock(await readAppContext()),
  readRole(role),
  { onLost: lost.reject, ownPrograms: createOwnPrograms() },
  failPoints.wrap,
);
const stopPruning =
  role === 'api' || process.env[PRUNES] === undefined ? null : pruneOften(service.parts);
const stopDeciding = role === 'worker' ? null : decideOften(service.parts);
process.stdout.write('satchel serves\n');
try {
  await Promise.race([stopAsked, lost.promise]);
} finally {
  await Promise.all([stopPruning?.(), stopDeciding?.()]);
  await service.stop();
}

function readRole(text: string): Role {
  return text === 'api' || text === 'worker' ? text : 'all';
}

function readOrder(message: unknown): CrashOrder {
  const databasePid = field(message, 'databasePid');
  return {
    point: numberField(message, 'point'),
    nth: numberField(message, 'nth'),
    delayMs: numberField(message, 'delayMs'),
    diesItself: field(message, 'diesItself') === true,
    databasePid: typeof databasePid === 'number' ? databasePid : null,
  };
}
