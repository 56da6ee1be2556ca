import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VARIABLES } from '../../src/config/variables.ts';
import type { Door, DoorGroup } from '../../tools/doors/door.ts';
import { DOOR_GROUPS } from '../../tools/doors/door-rows.ts';
import { listDoors, methodsOf } from '../../tools/doors/list-doors.ts';

const DECLARED = ['page', 'route', 'lnurl', 'lndhub', 'nwc', 'command'];
/** Served by LndHub apart from its list, as both need no token. */
const LNDHUB_APART = ['POST /auth', 'POST /create'];

const nameOf = ({ kind, name }: Pick<Door, 'kind' | 'name'>): string => `${kind} ${name}`;

function rowNames(groups: readonly DoorGroup[]): readonly string[] {
  return groups
    .filter(({ kind }) => DECLARED.includes(kind))
    .flatMap(({ kind, rows }) =>
      Object.keys(rows)
        .flatMap(methodsOf)
        .filter((name) => kind !== 'lndhub' || !LNDHUB_APART.includes(name))
        .map((name) => nameOf({ kind, name })),
    );
}

test('every door has one row, and every row a door', () => {
  assert.deepEqual(rowNames(DOOR_GROUPS).toSorted(), listDoors().map(nameOf).toSorted());
});

const rows = DOOR_GROUPS.flatMap(({ kind, rows }) =>
  Object.entries(rows).map(([key, [effect, , proof]]) => ({ kind, key, effect, proof })),
);

test('what lets money leave, or gives rights, asks more than a session', () => {
  for (const { kind, key, effect, proof } of rows) {
    if (kind !== 'page' && kind !== 'place') continue;
    if (effect === 'sends' || effect === 'rights') assert(proof !== undefined, key);
  }
});

test('by a token, device or connection money leaves with the one scope for it, and only there', () => {
  const whoOf = new Map(listDoors().map((door) => [nameOf(door), door.who ?? '']));
  for (const { kind, key, effect } of rows) {
    if (kind !== 'route' && kind !== 'lndhub' && kind !== 'nwc') continue;
    for (const name of methodsOf(key)) {
      const who: string = whoOf.get(nameOf({ kind, name })) ?? '';
      assert.equal(who.endsWith('with `payments:send`'), effect === 'sends', name);
    }
  }
});

test('settings that open a port or hold a secret have a row', () => {
  const names = Object.values(VARIABLES).map(({ name }) => name);
  const wanted = names.filter((name) =>
    /_PORT$|_LISTEN$|SECRET|KEY_FILE|MACAROON|DATABASE_URL|SMTP_URL|RPC_URL/.test(name),
  );
  assert(wanted.length > 8);
  for (const name of wanted)
    assert(
      rows.some(({ key }) => key === name),
      name,
    );
});
