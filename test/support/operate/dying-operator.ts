import { assert } from '../../../src/base/assert.ts';
import { openDatabase } from '../../../src/database/db.ts';
import { systemClock as clock } from '../../../src/system/system-clock.ts';
import { systemRandom as random } from '../../../src/system/system-random.ts';
import { createListeningLog } from '../listening-log.ts';
import { createTestActions } from '../test-actions.ts';
import { actingNode, newNodeWords } from './acting-world.ts';
import { doAction, tellingPorts } from './dying-actions.ts';

/**
 * Does an action as an operator, and dies by SIGKILL at the place that its arguments name, such as
 * `during money.resolve`. Its node says of every payment that it has failed, or never ends it.
 */
const [url = '', kind = '', id = '', email = '', place = ''] = process.argv.slice(2);
assert(kind === 'ask' || kind === 'end' || kind === 'assign' || kind === 'retry', 'a kind');
const says = newNodeWords();
if (kind === 'ask') says.payment = { kind: 'failed', paymentIndex: 7n, reason: 'no_route' };
const database = openDatabase({ url, applicationName: 'satchel test', clock, random });
const parts = { database, clock, log: createListeningLog() };
const ports = tellingPorts(createTestActions(parts, actingNode(says)), (call, moment) => {
  if (`${moment} ${call}` === place) process.kill(process.pid, 'SIGKILL');
});
await doAction(ports, { kind, id, email }, new AbortController().signal);
await database.close();
