import { isOpen } from '../../../src/ledger/payment-state.ts';
import type {
  AddRequestOutcome,
  AnswerToWrite,
  NewRequest,
  NwcRequestStore,
  PaymentRefusalMark,
  StoredRequest,
} from '../../../src/nwc/nwc-request-store.ts';
import { findApproval } from '../money-model/approvals.ts';
import { keyOf } from '../money-model/state.ts';
import type { RequestRow } from './app-memory.ts';
import type { WalletMemory } from './wallet-memory.ts';

/** Requests of apps in memory, whose leases end by the clock of this memory. */
export function createNwcRequestsOf(memory: WalletMemory): NwcRequestStore {
  const { requests } = memory.apps;
  const change = (eventId: string, changes: Partial<RequestRow>): void => {
    const row = requests.get(eventId);
    if (row !== undefined && row.answer === null) requests.set(eventId, { ...row, ...changes });
  };
  return {
    addRequest: async (request) => addRequest(memory, request),
    isKnown: async (eventId) => requests.has(eventId),
    writeAnswer: async (answer) => writeAnswer(memory, answer),
    refusePayment: async (mark, answer) => refusePayment(memory, mark, answer),
    waitForPayment: async (eventId, paymentId) =>
      change(
        eventId,
        memory.money.payments.has(paymentId) || findApproval(memory.money, paymentId) !== undefined
          ? { paymentId, leaseUntil: null }
          : { leaseUntil: later(memory, 0) },
      ),
    putBack: async (eventId, afterMs) => {
      change(eventId, { leaseUntil: later(memory, afterMs) });
      return requests.get(eventId)?.answer ?? null;
    },
    takeRequests: async (limit, leaseMs) => takeRequests(memory, limit, leaseMs),
    findAnswer: async (eventId) => requests.get(eventId)?.answer ?? null,
    findAnswers: async ({ eventIds, deviceIds, notBy, lookBackMs }) =>
      [...requests.values()].flatMap((row) => {
        if (row.answer === null || row.answeredAt === null) return [];
        const isRecent = row.answeredAt > later(memory, -lookBackMs);
        const isOfDevice = deviceIds.includes(row.key.deviceId) && row.answeredBy !== notBy;
        return eventIds.includes(row.eventId) || (isOfDevice && isRecent) ? [row.answer] : [];
      }),
    pruneRequests: async (answeredBefore, limit) => prune(memory, answeredBefore, limit),
  };
}

const later = ({ clock }: WalletMemory, ms: number): Date => new Date(clock.now().getTime() + ms);

function addRequest(memory: WalletMemory, { leaseMs, ...request }: NewRequest): AddRequestOutcome {
  const { requests } = memory.apps;
  const known = requests.get(request.eventId);
  const { wentBackAt } = memory.safety;
  if (known !== undefined) {
    const isOurs = known.arrivalId === request.arrivalId && known.attempts === 1;
    if (isOurs && known.answer === null) return { kind: 'added', wentBackAt };
    return { kind: 'known', answer: known.answer };
  }
  requests.set(request.eventId, {
    ...request,
    attempts: 1,
    leaseUntil: later(memory, leaseMs),
    paymentId: null,
    answer: null,
    answeredAt: null,
    answeredBy: null,
  });
  return { kind: 'added', wentBackAt };
}

function writeAnswer(memory: WalletMemory, { eventId, answer, processId }: AnswerToWrite): string {
  const { requests } = memory.apps;
  const row = requests.get(eventId);
  if (row === undefined) return answer;
  if (row.answer !== null) return row.answer;
  const [answeredAt, answeredBy] = [memory.clock.now(), processId];
  requests.set(eventId, { ...row, answer, answeredAt, answeredBy, leaseUntil: null });
  return answer;
}

/** Makes the key stand for a payment that does not exist. */
function refusePayment(
  memory: WalletMemory,
  { userId, grantId, idempotencyKey, requestHash, paymentId }: PaymentRefusalMark,
  answer: AnswerToWrite,
): string | null {
  const { keys } = memory.money;
  const key = keyOf(userId, grantId, { key: idempotencyKey, requestHash });
  const row = memory.apps.requests.get(answer.eventId);
  if (row === undefined || keys.has(key)) return row?.answer ?? null;
  keys.set(key, { requestHash, target: { kind: 'payment', id: paymentId } });
  return writeAnswer(memory, answer);
}

function takeRequests(
  memory: WalletMemory,
  limit: number,
  leaseMs: number,
): readonly StoredRequest[] {
  const { requests } = memory.apps;
  const now = memory.clock.now();
  const rows = [...requests.values()];
  const due = rows.filter(({ leaseUntil }) => leaseUntil !== null && leaseUntil <= now);
  const first = due.toSorted((one, other) => Number(one.leaseUntil) - Number(other.leaseUntil));
  const ended = rows.filter((row) => isWaiting(row) && hasEnded(memory, row));
  return [...first.slice(0, limit), ...ended.slice(0, limit)].map((row) => {
    const taken = { ...row, attempts: row.attempts + 1, leaseUntil: later(memory, leaseMs) };
    requests.set(row.eventId, taken);
    const { eventId, key, eventText, arrivedAt, attempts, paymentId } = taken;
    const { wentBackAt } = memory.safety;
    return { eventId, key, eventText, arrivedAt, attempt: attempts, paymentId, wentBackAt };
  });
}

const isWaiting = ({ leaseUntil, answer }: RequestRow): boolean =>
  leaseUntil === null && answer === null;

function hasEnded({ money }: WalletMemory, { paymentId }: RequestRow): boolean {
  const payment = money.payments.get(paymentId ?? '');
  if (payment !== undefined) return !isOpen(payment.state);
  const asked = findApproval(money, paymentId ?? '');
  return asked !== undefined && asked.state !== 'waiting' && asked.state !== 'approved';
}

function prune(memory: WalletMemory, answeredBefore: Date, limit: number): number {
  const { money, apps } = memory;
  const old = [...apps.requests.values()]
    .filter(({ answeredAt }) => answeredAt !== null && answeredAt < answeredBefore)
    .slice(0, limit);
  for (const { eventId, key } of old) {
    const requestHash = new Uint8Array();
    const mark = keyOf(key.userId, key.grantId, { key: `nwc:${eventId}`, requestHash });
    const target = money.keys.get(mark)?.target;
    if (target?.kind === 'payment' && !money.payments.has(target.id)) money.keys.delete(mark);
    apps.requests.delete(eventId);
  }
  return old.length;
}
