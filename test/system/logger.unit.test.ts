import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Log } from '../../src/base/log.ts';
import { createLogger, type LoggerOptions } from '../../src/system/logger.ts';

function listen(options: Partial<LoggerOptions> = {}): { log: Log; lines: string[] } {
  const lines: string[] = [];
  const clock = {
    now: () => new Date('2026-01-02T03:04:05.678Z'),
    monotonicMs: () => 0,
    sleep: async () => undefined,
  };
  const write = (line: string): void => {
    lines.push(line);
  };
  return { log: createLogger({ level: 'info', format: 'json', clock, write, ...options }), lines };
}

test('a line of JSON carries level, time, message and fields', () => {
  const { log, lines } = listen();
  log.info({ amountSat: 5n, at: new Date(0), raw: new Uint8Array(3) }, 'paid');
  assert.equal(lines.length, 1);
  assert.deepEqual(JSON.parse(lines[0] ?? ''), {
    level: 'info',
    time: '2026-01-02T03:04:05.678Z',
    amountSat: '5',
    at: '1970-01-01T00:00:00.000Z',
    raw: '[3 bytes]',
    msg: 'paid',
  });
});

test('a line for people reads like one', () => {
  const { log, lines } = listen({ format: 'text' });
  log.warn({ port: 3000, why: 'no reason' }, 'look here');
  assert.deepEqual(lines, ['03:04:05 warn  look here port=3000 why=no reason\n']);
});

test('lighter lines than the level are not written', () => {
  const { log, lines } = listen({ level: 'warn' });
  log.debug({}, 'a');
  log.info({}, 'b');
  log.warn({}, 'c');
  log.error({}, 'd');
  assert.equal(lines.length, 2);
});

test('M82 no secret is written, wherever it stands', () => {
  const secret = 'hunter2hunter2';
  for (const format of ['json', 'text'] as const) {
    const { log, lines } = listen({ format });
    const names = [
      'authorization',
      'Cookie',
      'set-cookie',
      'password',
      'accessToken',
      'client_secret',
      'preimage',
      'payment_preimage',
      'macaroonHex',
      'api_key',
      'apiKey',
      'passwd',
    ];
    for (const name of names) {
      log.info({ [name]: secret, headers: { [name]: [secret] } }, 'request');
    }
    log.info({ url: `postgres://satchel:${secret}@127.0.0.1/satchel` }, `at ://u:${secret}@h`);
    log.info({ line: `Authorization: Bearer ${secret}` }, `Basic ${secret}`);
    const cause = Object.assign(new Error(`no ://a:${secret}@b`), { parameters: [secret] });
    log.error({ error: new Error('outer', { cause }) }, 'failed');
    assert.equal(lines.length, names.length + 3);
    assert(
      !lines.join('').includes(secret),
      lines.find((line) => line.includes(secret)),
    );
    assert(lines.join('').includes('outer'));
  }
});

test('a circle in the fields ends', () => {
  const { log, lines } = listen();
  const circle: Record<string, unknown> = {};
  circle['again'] = circle;
  log.info({ circle }, 'round');
  assert.match(lines[0] ?? '', /round/);
});
