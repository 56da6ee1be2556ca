import type { ActionsPort } from '../../../src/admin/pages/actions-port.ts';
import { THE_COMMAND_LINE } from '../../../src/alarms/audited-action.ts';
import { retryJob } from '../../../src/background/retry-job.ts';
import { endForOperator } from '../../../src/payments/end-stuck.ts';
import { recheckPayment } from '../../../src/payments/recheck-payment.ts';
import { assignUnclaimed } from '../../../src/receipts/assign-unclaimed.ts';

/** An action that moves money or work, and the row that it concerns. */
export interface ActionOfRow {
  readonly kind: 'ask' | 'end' | 'assign' | 'retry';
  readonly id: string;
  /** The e-mail address of the user to whom unclaimed money is assigned. */
  readonly email: string;
}

/** Does the action like pages and commands. */
export async function doAction(
  ports: ActionsPort,
  { kind, id, email }: ActionOfRow,
  signal: AbortSignal,
): Promise<void> {
  const by = THE_COMMAND_LINE;
  if (kind === 'ask') await recheckPayment(ports, by, id, signal);
  else if (kind === 'end') await endForOperator(ports, by, id, signal);
  else if (kind === 'assign') await assignUnclaimed(ports, { id, user: email, by });
  else await retryJob(ports, by, BigInt(id));
}

export type Moment = 'before' | 'during' | 'after';

/**
 * Wraps ports so that each call, such as `actions.begin`, is reported before, during and after it.
 */
export function tellingPorts(
  ports: ActionsPort,
  tell: (call: string, moment: Moment) => void,
): ActionsPort {
  const telling = <Port extends object>(name: string, port: Port): Port =>
    new Proxy(port, {
      get: (target, key) => {
        const method: unknown = Reflect.get(target, key);
        if (typeof method !== 'function') return method;
        return async (...args: unknown[]) => {
          const call = `${name}.${String(key)}`;
          tell(call, 'before');
          const answer: Promise<unknown> = Reflect.apply(method, target, args);
          tell(call, 'during');
          const answered = await answer;
          tell(call, 'after');
          return answered;
        };
      },
    });
  const { actions, alarms, jobs, lightning, money, payments, processes, stuck } = ports;
  return {
    ...ports,
    actions: telling('actions', actions),
    alarms: telling('alarms', alarms),
    jobs: telling('jobs', jobs),
    lightning: telling('lightning', lightning),
    money: telling('money', money),
    payments: telling('payments', payments),
    processes: telling('processes', processes),
    stuck: telling('stuck', stuck),
    unclaimed: telling('unclaimed', ports.unclaimed),
    users: telling('users', ports.users),
  };
}
