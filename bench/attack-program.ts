/**
 * Plays one attacker in a separate process, so that the attacker shares nothing with the measured
 * callers. The program reads its plan from standard input, and continues until it is ended or all
 * its calls are answered.
 */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import type { AttackPlan } from './abuse/attack-plan.ts';

const TICK_MS = 20;
const CONNECTIONS = 128;
/** The pause before hanging up, so that the service has read what was sent. */
const HANG_UP_MS = 50;

const plan: AttackPlan = JSON.parse(await text(process.stdin));

/** Starts calls whose answers are read and discarded, even refusals. */
function startCalling(): (n: number) => Promise<unknown> {
  const pool = new Pool(plan.origin, {
    connections: CONNECTIONS,
    pipelining: 1,
    localAddress: plan.address,
  });
  return async (n) => {
    const asked = plan.requests[n % plan.requests.length];
    if (asked === undefined) return;
    const { method, path, headers, body } = asked;
    await pool
      .request({ method, path, headers, ...(body !== undefined && { body }) })
      .then((answer) => answer.body.dump({ limit: Number.MAX_SAFE_INTEGER }))
      .catch(() => undefined);
  };
}

/** Makes a call on a connection of its own, from which nothing is ever read. */
const callSilently = async (n: number): Promise<void> => {
  const asked = plan.requests[n % plan.requests.length];
  if (asked === undefined) return;
  const { host, hostname, port } = new URL(plan.origin);
  const socket = connect({ host: hostname, port: Number(port), localAddress: plan.address });
  socket.on('error', () => undefined);
  socket.pause();
  const lines = Object.entries(asked.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${asked.method} ${asked.path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}\r\n`);
  const { body = '', times = 1, hangsUp = false } = asked;
  for (let time = 0; body !== '' && time < times; time += 1) socket.write(body, 'latin1');
  if (!hangsUp) return;
  await wait(HANG_UP_MS);
  socket.destroy();
};

const act = plan.readsAnswers ? startCalling() : callSilently;
const begunMs = performance.now();
const count = plan.count ?? Number.POSITIVE_INFINITY;
let answered = 0;
for (let n = 0; answered < count; ) {
  const due = Math.min(count, ((performance.now() - begunMs) * plan.perSec) / 1000);
  for (; n < due; n += 1) {
    void act(n).then(() => {
      answered += 1;
    });
  }
  await wait(TICK_MS);
}
// Open connections keep the process alive.
if (plan.readsAnswers) process.exit(0);
