import { createSecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import type { Clock } from '../../base/clock.ts';
import { NodeFault } from '../node-port.ts';
import { GRPC_CODE, type LndAnswer } from './lnd-answer.ts';

/** What LND asks for, and what it is known by. */
export interface LndAccess {
  readonly macaroonHex: string;
  /** LND's self-signed certificate (tls.cert), or null to use the system's authorities. */
  readonly tlsCaPem: string | null;
}

export interface RenewedAccessOptions extends LndAccess {
  /**
   * Reads both again. LND makes a new certificate when the old one has expired, and operators bake
   * new macaroons: what was read at the start then opens nothing.
   */
  readonly readAccess?: () => Promise<LndAccess>;
  /**
   * Whether the node that this access opens is ours. The old access opened no other: the files may
   * be those of a node that took its place.
   */
  readonly isOurs: (access: Pick<LndAccess, 'macaroonHex'> & Connecting) => Promise<boolean>;
  readonly connect: buildConnector.BuildOptions;
  readonly clock: Clock;
}

interface Connecting {
  readonly connect: buildConnector.connector;
}

/**
 * The access at the moment. Connections that are open stay as they are: only a new one is opened
 * with the new certificate, and only later requests carry the new macaroon. Nothing is sent again.
 */
export interface RenewedAccess {
  macaroonHex(): string;
  readonly connect: buildConnector.connector;
  /** Looks at each answer and fault: those that say the access is no longer right renew it. */
  watch(answering: Promise<LndAnswer>): Promise<LndAnswer>;
  watchSending(sending: Promise<void>): Promise<void>;
  watchAll(answers: AsyncIterable<LndAnswer>): AsyncGenerator<LndAnswer>;
}

/** TLS failed because of the certificate, so nothing was sent. */
export class CertificateFault extends NodeFault {}

/** Both files are short, and calls may fail all the time. */
const PAUSE_MS = 1000;

export function createRenewedAccess(options: RenewedAccessOptions): RenewedAccess {
  const { readAccess, clock } = options;
  let access: LndAccess = options;
  let connect = connectorFor(options, access);
  let lastReadMs = Number.NEGATIVE_INFINITY;

  const renew = async (): Promise<void> => {
    const nowMs = clock.monotonicMs();
    if (readAccess === undefined || nowMs - lastReadMs < PAUSE_MS) return;
    lastReadMs = nowMs;
    const read = await readAccess();
    // Throws where the file holds only a part of a certificate: it is about to be written.
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
    macaroonHex: () => access.macaroonHex,
    connect: (target, callback) => connect(target, callback),
    async watch(answering) {
      try {
        const answer = await answering;
        renewAfter(answer);
        return answer;
      } catch (error) {
        renewAfterFault(error);
        throw error;
      }
    },
    async watchSending(sending) {
      await sending.catch((error: unknown) => {
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

/** LND says so in words only: the code stands for every error that has none of its own. */
const isMacaroonRefused = (answer: LndAnswer): boolean =>
  !answer.ok &&
  (answer.refusal.code === GRPC_CODE.unknown || answer.refusal.code === UNAUTHENTICATED) &&
  /macaroon|verification failed|permission denied|root key|caveat/i.test(answer.refusal.detail);

const UNAUTHENTICATED = 16;
