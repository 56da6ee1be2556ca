import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { afterEach, test } from 'node:test';
import {
  BAKE_COMMAND,
  LEDGER_CALLS,
  missingRights,
  NEEDED_CALLS,
  WANTED_CALLS,
} from '../../src/lightning/lnd/missing-rights.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { textField } from '../support/fields.ts';
import { closeLnds, lndAgainst } from '../support/lnd-against-script.ts';
import { MACAROON } from '../support/lnd-messages.ts';
import type { Script } from '../support/scripted-server.ts';

afterEach(closeLnds);

const DENIED = { code: 3, message: 'permission denied', details: [] };

/** An LND that allows all calls but these. */
const allowingAllBut =
  (denied: readonly string[]): Script =>
  ({ body }, reply) =>
    denied.includes(textField(JSON.parse(body), 'fullMethod'))
      ? reply.json(400, DENIED)
      : reply.json(200, { valid: true });

const rightsAt = async (script: Script): Promise<readonly string[]> => {
  const { server } = await lndAgainst(script);
  const access = { restUrl: server.url, macaroonHex: MACAROON, tlsCaPem: null };
  return await missingRights({ ...access, clock: systemClock });
};

test('names what the macaroon does not allow, in the order of the bake command', async () => {
  assert.deepEqual(await rightsAt(allowingAllBut([])), []);
  const denied = ['/routerrpc.Router/SendPaymentV2', '/lnrpc.Lightning/AddInvoice'];
  assert.deepEqual(await rightsAt(allowingAllBut(denied)), [
    'uri:/lnrpc.Lightning/AddInvoice',
    'uri:/routerrpc.Router/SendPaymentV2',
  ]);
  const all = await rightsAt(allowingAllBut(NEEDED_CALLS.slice(1)));
  assert.equal(all.length, NEEDED_CALLS.length - 1);
});

test('a macaroon that may not even ask lacks that', async () => {
  const denied = { code: 2, message: 'permission denied', details: [] };
  const rights = await rightsAt((_request, reply) => reply.json(500, denied));
  assert.deepEqual(rights, ['uri:/lnrpc.Lightning/CheckMacaroonPermissions']);
});

test('macaroons made for an earlier version lack nothing that is needed', async () => {
  const wantedOnly = WANTED_CALLS.filter((call) => !NEEDED_CALLS.includes(call));
  assert.deepEqual(wantedOnly, [
    '/lnrpc.Lightning/LookupHtlcResolution',
    '/lnrpc.Lightning/DeleteCanceledInvoice',
    ...LEDGER_CALLS,
  ]);
  assert.deepEqual(await rightsAt(allowingAllBut(wantedOnly)), []);
});

test('any other refusal tells nothing about rights', async () => {
  const locked = { code: 2, message: 'wallet locked, unlock it', details: [] };
  await assert.rejects(
    rightsAt((_request, reply) => reply.json(500, locked)),
    /LND refused CheckMacaroonPermissions: wallet locked/,
  );
  await assert.rejects(
    rightsAt((_request, reply) => reply.json(200, {})),
    /field valid/,
  );
});

test('the manual shows the command that bakes the right macaroon', async () => {
  const manual = await readFile(new URL('../../docs/operating-lnd.md', import.meta.url), 'utf8');
  const joined = manual.replaceAll(/ \\\n +/g, ' ');
  assert(joined.includes(BAKE_COMMAND), BAKE_COMMAND);
});
