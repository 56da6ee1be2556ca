import { createSecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import type { Clock } from '../../base/clock.ts';
import { NodeFault } from '../node-port.ts';
import type { AccessWatch, WatchedAccess } from './access-watch.ts';
import { GRPC_CODE, type LndAnswer } from './lnd-answer.ts';

/**
 * What opens the API of an LND: the macaroon that it asks for, and the certificate that identifies
 * it.
 */
export interface LndAccess {
  readonly macaroonHex: string;
  /** LND's self-signed certificate (tls.cert), or null to use the system's authorities. */
  readonly tlsCaPem: string | null;
}

export interface RenewedAccessOptions extends LndAccess {
  /**
   * Reads macaroon and certificate again. LND makes a new certificate when the old one has expired,
   * and operators bake new macaroons. What was read at the start is then no longer accepted.
   */
  readonly readAccess?: () => Promise<LndAccess>;
  /** All clients of this process; undefined for one whose macaroon no one replaces. */
  readonly accessWatch?: AccessWatch;
  /**
   * Whether a new macaroon and certificate open our own node. If another node was put in its place,
   * the files may now be those of the other node, which the old macaroon and certificate would not
   * have opened.
   */
  readonly isOurs: (access: Pick<LndAccess, 'macaroonHex'> & Connecting) => Promise<boolean>;
  readonly connect: buildConnector.BuildOptions;
  readonly clock: Clock;
}

interface Connecting {
  readonly connect: buildConnector.connector;
}

/**
 * The macaroon and certificate that are in use now, replaced when LND no longer accepts them or
 * when their files have changed. Open connections stay as they are: only new connections use the
 * new certificate, and only later requests carry the new macaroon. No request is sent again.
 */
export interface RenewedAccess extends WatchedAccess {
  macaroonHex(): string;
  /** The certificate for a connection that `connect` does not make; null as in LndAccess. */
  tlsCaPem(): string | null;
  readonly connect: buildConnector.connector;
  /**
   * Watches answers and faults. Those that show that LND no longer accepts the macaroon or
   * certificate cause new ones to be read.
   */
  watch(answering: Promise<LndAnswer>): Promise<LndAnswer>;
  watchSending(sending: Promise<void>): Promise<void>;
  watchAll(answers: AsyncIterable<LndAnswer>): AsyncGenerator<LndAnswer>;
}

/** TLS refused the certificate of LND, so no request was sent. */
export class CertificateFault extends NodeFault {}

/**
 * The shortest time between two readings of the files of macaroon and certificate, as many calls
 * may fail at once and each would cause one.
 */
const PAUSE_MS = 1000;

export function createRenewedAccess(options: RenewedAccessOptions): RenewedAccess {
  const { readAccess, clock } = options;
  let access: LndAccess = options;
  let connect = connectorFor(options, access);
  let lastReadMs = Number.NEGATIVE_INFINITY;
  /** How many calls that still wait carry a macaroon. */
  const waiting = new Map<string, number>();

  const carrying = async <T>(call: Promise<T>): Promise<T> => {
    const { macaroonHex } = access;
    const count = (more: number) =>
      waiting.set(macaroonHex, (waiting.get(macaroonHex) ?? 0) + more);
    count(1);
    try {
      return await call;
    } finally {
      count(-1);
      if (waiting.get(macaroonHex) === 0) waiting.delete(macaroonHex);
    }
  };
  const renew = async (): Promise<void> => {
    const nowMs = clock.monotonicMs();
    if (readAccess === undefined || nowMs - lastReadMs < PAUSE_MS) return;
    lastReadMs = nowMs;
    const read = await readAccess();
    if (read.macaroonHex === access.macaroonHex && read.tlsCaPem === access.tlsCaPem) return;
    // An incomplete certificate, which LND may still be writing, causes an error. A later call
    // reads the file again.
    const next = read.tlsCaPem === access.tlsCaPem ? connect : connectorFor(options, read);
    const { macaroonHex } = read;
    if (!(await options.isOurs({ macaroonHex, connect: next }))) return;
    connect = next;
    access = read;
  };
  const renewAfter = (answer: LndAnswer): void => {
    if (isMacaroonRefused(answer)) void renew().catch(() => undefined);
  };
  const renewAfterFault = (error: unknown): void => {
    if (error instanceof CertificateFault) void renew().catch(() => undefined);
  };

  return {
    renew,
    macaroonsInUse: () => [...new Set([access.macaroonHex, ...waiting.keys()])],
    macaroonHex: () => access.macaroonHex,
    tlsCaPem: () => access.tlsCaPem,
    connect: (target, callback) => connect(target, callback),
    async watch(answering) {
      try {
        const answer = await carrying(answering);
        renewAfter(answer);
        return answer;
      } catch (error) {
        renewAfterFault(error);
        throw error;
      }
    },
    async watchSending(sending) {
      await carrying(sending).catch((error: unknown) => {
        renewAfterFault(error);
        throw error;
      });
    },
    async *watchAll(answers) {
      try {
        for await (const answer of answers) {
          renewAfter(answer);
          yield answer;
        }
      } catch (error) {
        renewAfterFault(error);
        throw error;
      }
    },
  };
}

function connectorFor({ connect }: RenewedAccessOptions, { tlsCaPem }: LndAccess) {
  if (tlsCaPem === null) return buildConnector(connect);
  createSecureContext({ ca: tlsCaPem });
  return buildConnector({ ...connect, ca: tlsCaPem });
}

/**
 * Whether LND refused the macaroon. LND says so only in words, because it has one code for all
 * errors without a code of their own.
 */
const isMacaroonRefused = (answer: LndAnswer): boolean =>
  !answer.ok &&
  (answer.refusal.code === GRPC_CODE.unknown || answer.refusal.code === UNAUTHENTICATED) &&
  /macaroon|verification failed|permission denied|root key|caveat/i.test(answer.refusal.detail);

const UNAUTHENTICATED = 16;
