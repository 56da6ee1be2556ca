import { writeSync } from 'node:fs';
import type { Ports } from '../../src/app/compose/run-service.ts';
import { field } from '../support/fields.ts';
import { killIfThere } from '../support/kill-if-there.ts';
import { CRASH_POINTS, type CrashOrder, type CrashPoint, type Moment } from './crash-points.ts';

/** Where a process of the service may be made to die, and when. */
export interface FailPoints {
  /** Null takes the order back. */
  arm(order: CrashOrder | null): void;
  /** Wraps the ports, with a trap at every call. */
  wrap(ports: Ports): Ports;
}

/** Printed by the process that dies. */
export const REACHED = 'crash point reached:';
/** Printed by one that is to live on. */
export const DISARMED = 'no crash point is wanted any more';

export function createFailPoints(): FailPoints {
  const fuse = createFuse();
  const trapped = <Port extends object>(name: string, port: Port): Port =>
    trapCalls(fuse, name, port);
  return {
    arm: fuse.arm,
    wrap: ({ stores, lightning }) => ({
      stores: {
        ...stores,
        money: trapped('money', stores.money),
        payments: trapped('payments', stores.payments),
        invoices: trapped('invoices', stores.invoices),
        addressInvoices: trapped('addressInvoices', stores.addressInvoices),
        batches: trapped('batches', stores.batches),
        nodes: trapped('nodes', stores.nodes),
        processes: trapped('processes', stores.processes),
        withdrawals: trapped('withdrawals', stores.withdrawals),
        deposits: trapped('deposits', stores.deposits),
        approvals: trapped('approvals', stores.approvals),
      },
      lightning: {
        ...trapped('lightning', lightning),
        // Spread, it would stay at what it is now, and no process would check its node again.
        get connectionsOpened() {
          return lightning.connectionsOpened;
        },
        send: (order, hooks) => {
          const onAcknowledged = (paymentIndex: bigint): void =>
            fuse.passNow('lightning.acknowledged', () => hooks.onAcknowledged(paymentIndex));
          const send = () => lightning.send(order, { ...hooks, onAcknowledged });
          return fuse.pass('lightning.send', [order], send);
        },
        incoming: (...args) => fuse.passEach('lightning.incoming', lightning.incoming(...args)),
        settledInvoices: (...args) =>
          fuse.passEach('lightning.settledInvoices', lightning.settledInvoices(...args)),
        recordedPayments: (...args) =>
          fuse.passEach('lightning.recordedPayments', lightning.recordedPayments(...args)),
      },
    }),
  };
}

function trapCalls<Port extends object>(fuse: Fuse, name: string, port: Port): Port {
  return new Proxy(port, {
    get: (target, key) => {
      const method: unknown = Reflect.get(target, key);
      if (typeof method !== 'function') return method;
      return (...args: unknown[]) =>
        fuse.pass(`${name}.${String(key)}`, args, async () => Reflect.apply(method, target, args));
    },
  });
}

interface Fuse {
  arm(order: CrashOrder | null): void;
  pass<T>(call: string, args: readonly unknown[], work: () => Promise<T>): Promise<T>;
  passNow(call: string, work: () => void): void;
  passEach<T>(call: string, items: AsyncIterable<T>): AsyncIterable<T>;
}

function createFuse(): Fuse {
  let armed: { readonly order: CrashOrder; left: number } | null = null;

  /** Counts a passing; whether it is the one to die at. */
  const isDue = (call: string, moment: Moment, args: readonly unknown[]): boolean => {
    if (armed === null || !isMeant(pointOf(armed.order), call, moment, args)) return false;
    armed.left -= 1;
    return armed.left === 0;
  };
  const dieIf = (isNow: boolean): void => {
    if (isNow && armed !== null) die(armed.order);
  };
  const dieSoonIf = (isSoon: boolean): void => {
    const order = armed?.order;
    if (!isSoon || order === undefined) return;
    // Unless the order was taken back meanwhile.
    setTimeout(() => dieIf(armed?.order === order), order.delayMs);
  };

  return {
    arm: (order) => {
      armed = order === null ? null : { order, left: order.nth };
    },
    pass: async (call, args, work) => {
      dieIf(isDue(call, 'before', args));
      dieSoonIf(isDue(call, 'during', args));
      const answer = await work();
      dieIf(isDue(call, 'after', args));
      return answer;
    },
    passNow: (call, work) => {
      dieIf(isDue(call, 'before', []));
      dieSoonIf(isDue(call, 'during', []));
      work();
      dieIf(isDue(call, 'after', []));
    },
    passEach: async function* (call, items) {
      for await (const item of items) {
        dieIf(isDue(call, 'before', []));
        dieSoonIf(isDue(call, 'during', []));
        yield item;
        dieIf(isDue(call, 'after', []));
      }
    },
  };
}

function pointOf({ point }: CrashOrder): CrashPoint {
  const found = CRASH_POINTS[point - 1];
  if (found === undefined) throw new Error(`there is no crash point ${point}`);
  return found;
}

function isMeant(
  point: CrashPoint,
  call: string,
  moment: Moment,
  args: readonly unknown[],
): boolean {
  if (point.moment !== moment) return false;
  const narrow = NARROWER.find(([name]) => name === point.call);
  if (narrow === undefined) return point.call === call;
  const [, wider, isOne] = narrow;
  return wider === call && isOne(args);
}

/** Points that are some passings of a call only. */
const NARROWER: readonly (readonly [
  point: string,
  call: string,
  isOne: (args: readonly unknown[]) => boolean,
])[] = [
  ['money.reserveLaterItem', 'money.reserve', ([event]) => isLaterItem(field(event, 'order'))],
  ['money.reserveApproved', 'money.reserve', isApproved],
  ['money.settleApproved', 'money.settleInternal', isApproved],
  ['money.resolveInRecovery', 'money.resolve', () => true],
  ['money.creditInRecovery', 'money.credit', () => true],
];

function isApproved([event]: readonly unknown[]): boolean {
  return field(event, 'approval') !== undefined;
}

function isLaterItem(order: unknown): boolean {
  const place = field(order, 'batch');
  return place !== null && Number(field(place, 'index')) > 0;
}

/** As a power cut: without a word to anyone, and without anything that comes after. */
function die({ point, databasePid, diesItself }: CrashOrder): void {
  writeSync(process.stdout.fd, `${REACHED} ${point}\n`);
  if (databasePid !== null) killIfThere(databasePid, 'SIGKILL');
  if (diesItself) process.kill(process.pid, 'SIGKILL');
}
