import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { field } from '../support/fields.ts';
import { openLndPeer } from '../support/lnd-peer.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { addWalletUser } from '../support/wallet-user.ts';
import { IMPATIENT, untilNothingIsOpen } from './lnd-world.ts';
import {
  connectToPeer,
  newManagedFolder,
  openChannelFromPeer,
  PEER,
  pay,
  receive,
} from './managed-world.ts';
import { openRegtest } from './regtest.ts';

/**
 * Older versions of LND: the newest of the previous minor version that can be built, and the
 * version that was pinned before.
 */
const OLDER_VERSIONS = ['0.20.2-beta', '0.21.2-beta'];

describe('the upgrade of a node that Satchel keeps', () => {
  for (const version of OLDER_VERSIONS) {
    test(`from LND ${version}: only with consent, with all its money, and not back`, async () => {
      await using opened = new AsyncDisposableStack();
      const regtest = await openRegtest();
      await regtest.run('build-older', version);
      const peer = await openLndPeer(regtest.nodes[PEER]);
      opened.defer(() => peer.close());
      const older = join(regtest.binaries, `lnd-${version}`);
      const folder = await newManagedFolder(regtest, older);
      opened.defer(() => folder.dispose());
      const made = await folder.satchel(['node', 'setup', '--json', '--accept-seed']);
      assert.equal(made.status, 0, made.stderr);
      const service = await startService({ ...IMPATIENT, ...folder.variables });
      opened.defer(() => service.dispose());
      const user = await addWalletUser(service);
      const node = await folder.open();
      await connectToPeer(regtest, node);
      await openChannelFromPeer(regtest, node, 500_000);
      await receive(user, peer, 20_000);
      await pay(user, peer, 1000);
      const owed = await user.balanceSat();
      await service.end('SIGTERM');

      const pinned = join(regtest.binaries, 'lnd');
      const startWith = async (program: string): Promise<string> => {
        service.env['SATCHEL_LND_PROGRAM'] = program;
        return await startedOrWhy(service);
      };
      assert.match(await startWith(pinned), /node setup --accept-upgrade/);
      const consent = ['node', 'setup', '--json', '--accept-upgrade'];
      const consented = await folder.satchel(consent, { SATCHEL_LND_PROGRAM: pinned });
      assert.equal(consented.status, 0, consented.stderr);
      assert.equal(
        field(JSON.parse(consented.stdout), 'pubkey'),
        field(JSON.parse(made.stdout), 'pubkey'),
      );
      assert.equal(await startWith(pinned), STARTED);
      assert.equal(await user.balanceSat(), owed);
      await receive(user, peer, 2000);
      await pay(user, peer, 1000);
      await untilNothingIsOpen(service);
      const { findings } = await service.withStores(({ books }) => books.checkBooks());
      assert.deepEqual(findings, []);

      await service.end('SIGTERM');
      assert.match(await startWith(older), /cannot read/);
    });
  }
});

const STARTED = 'started';

async function startedOrWhy(service: RunningService): Promise<string> {
  try {
    await service.start();
    return STARTED;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
