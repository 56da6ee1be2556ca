/** The PostgreSQL that was installed by npm, as a database that a process opens and closes. */

import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Random } from '../../base/random.ts';
import { findFreePort, isPortFree } from '../../system/free-port.ts';
import {
  type InstallationFolder,
  type PostgresInstallation,
  prepareInstallation,
} from './installation.ts';
import { leaseServer, type OpenLockSession, type ServerLease, serverUrl } from './server-lease.ts';

export interface EmbeddedPostgresOptions {
  readonly dataFolder: InstallationFolder;
  readonly openLockSession: OpenLockSession;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/**
 * The database of a data folder, for as long as this process uses it. Its server is a separate
 * process, which goes on when this one is killed. The last process that uses the server stops it.
 */
export class EmbeddedPostgres {
  readonly #options: EmbeddedPostgresOptions;
  readonly #installation: PostgresInstallation;
  #lease: ServerLease;
  #recovery: Promise<void> | null = null;
  #closing: Promise<void> | null = null;

  static async open(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const installation = await prepareInstallation(options.dataFolder, options.random);
    const { port } = installation;
    const lease = await leaseServer(
      leaseOptions(options, installation),
      (await isPortFree(port)) ? port : await findFreePort(options.random),
    );
    return new EmbeddedPostgres(options, installation, lease);
  }

  private constructor(
    options: EmbeddedPostgresOptions,
    installation: PostgresInstallation,
    lease: ServerLease,
  ) {
    this.#options = options;
    this.#installation = installation;
    this.#lease = lease;
  }

  get serviceUrl(): string {
    return serverUrl(this.#installation, 'service', this.#lease.port);
  }

  get ownerUrl(): string {
    return serverUrl(this.#installation, 'owner', this.#lease.port);
  }

  /** The URL for a superuser, who may create databases, which the owner of the tables may not. */
  get superuserUrl(): string {
    return serverUrl(this.#installation, 'superuser', this.#lease.port);
  }

  /**
   * Makes this process the one service of the data folder; false when there is one already. From
   * then on the server is restarted when it dies, and `onLost` is called when that fails.
   */
  async becomeService(onLost: (error: unknown) => void): Promise<boolean> {
    if (!(await this.#takeServiceLock())) return false;
    this.#watch(onLost);
    return true;
  }

  /** Gives up the database. A second call waits for the same closing to end. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#recovery;
    await this.#lease.end();
  }

  /**
   * Takes the lock of the one service of a data folder; false if another service keeps it. A
   * service that was killed a moment ago may still hold the lock for a few seconds.
   */
  async #takeServiceLock(): Promise<boolean> {
    const { clock } = this.#options;
    const startedMs = clock.monotonicMs();
    while (!(await this.#lease.session.tryLock(ONE_SERVICE))) {
      if (clock.monotonicMs() - startedMs > SERVICE_LOCK_TIMEOUT_MS) return false;
      await clock.sleep(SERVICE_LOCK_PAUSE_MS);
    }
    return true;
  }

  #watch(onLost: (error: unknown) => void): void {
    this.#lease.session.onClosed(() => {
      if (this.#closing !== null) return;
      this.#recovery = this.#recover().then(() => this.#watch(onLost), onLost);
    });
  }

  /** Starts the server again on the same port, where all connections expect it. */
  async #recover(): Promise<void> {
    const { log } = this.#options;
    log.error({}, 'the database server is gone; starting it again');
    const { port } = this.#lease;
    this.#lease = await leaseServer(leaseOptions(this.#options, this.#installation), port);
    if (!(await this.#takeServiceLock()) || this.#lease.port !== port) {
      throw new Error('the database server came back for another service');
    }
    log.info({}, 'the database server serves again');
  }
}

/** The number of the lock that the one service of a data folder holds. */
const ONE_SERVICE = 0x7361_7463_7376n;
const SERVICE_LOCK_TIMEOUT_MS = 3000;
const SERVICE_LOCK_PAUSE_MS = 200;

const leaseOptions = (options: EmbeddedPostgresOptions, installation: PostgresInstallation) => ({
  installation,
  dataFolder: options.dataFolder.path,
  openLockSession: options.openLockSession,
  clock: options.clock,
});
