import { CONFIRMATION_MS } from '../src/accounts/limits.ts';
import { MINUTE_MS } from '../src/base/durations.ts';
import {
  type Door,
  type DoorGroup,
  type DoorRow,
  EFFECT_WORDS,
  type Effect,
  PROOF_WORDS,
} from './doors/door.ts';
import { DOOR_GROUPS } from './doors/door-rows.ts';
import { listDoors, methodsOf } from './doors/list-doors.ts';

/** Renders `docs/doors.md`: what each door may do, and which proof it asks. */
export function renderDoors(): string {
  const doors = listDoors();
  const rows = DOOR_GROUPS.flatMap((group) =>
    Object.entries(group.rows).map(([key, row]) => ({ group, key, row })),
  );
  const sending = rows.filter(({ row: [effect] }) => effect === 'sends');
  return `# Doors

Every way into this service: what one may do by it, and which proof it asks.

Written by "npm run generate" from the routes, pages, methods and commands, and from
\`tools/doors/door-rows.ts\`, where what each door may do is written by hand. A test refuses a door
without a row. Others knock at the doors: without a session, as a user who is no admin, with a token
of another scope, with a session that is not freshly confirmed (\`test/app/doors.pages.test.ts\`,
\`test/app/default-deny.http.test.ts\`).

A *fresh confirmation* is the password or a passkey within the last ${MINUTES} minutes, in a
session that passed the second factor at its beginning. A door that asks *with the form* asks each
time, for this one act.

| What may come of it | Doors |
|---|---|
${EFFECTS.map((effect) => `| ${EFFECT_WORDS[effect]} | ${countOf(rows, effect)} |`).join('\n')}

## Where money can leave

${tableOf(
  sending.map(({ group, key, row }) => [
    `${nameOf(key)} (${group.title})`,
    row[1],
    asksOf(doors, group, key, row),
  ]),
)}

${DOOR_GROUPS.map((group) => renderGroup(doors, group)).join('\n\n')}
`;
}

const MINUTES = CONFIRMATION_MS / MINUTE_MS;

const EFFECTS = Object.keys(EFFECT_WORDS).filter((word): word is Effect => word in EFFECT_WORDS);

const countOf = (rows: readonly { readonly row: DoorRow }[], effect: Effect): number =>
  rows.filter(({ row }) => row[0] === effect).length;

const renderGroup = (doors: readonly Door[], group: DoorGroup): string =>
  `## ${group.title}\n\n${group.about}\n\n` +
  tableOf(
    Object.entries(group.rows).map(([key, row]) => [
      nameOf(key),
      `${EFFECT_WORDS[row[0]]}: ${row[1]}`,
      asksOf(doors, group, key, row),
    ]),
  );

const nameOf = (key: string): string => (/^the /.test(key) ? key : `\`${key}\``);

function asksOf(
  doors: readonly Door[],
  { kind }: DoorGroup,
  key: string,
  [, , proof]: DoorRow,
): string {
  const [name] = methodsOf(key);
  const who = doors.find((door) => door.kind === kind && door.name === name)?.who ?? null;
  const asked = proof === undefined ? null : PROOF_WORDS[proof];
  const said = [who, asked].filter((text) => text !== null);
  return said.length === 0 ? 'nothing more' : said.join('; ');
}

const tableOf = (rows: readonly (readonly [string, string, string])[]): string =>
  ['| Door | What one may do | Who, and which proof |', '|---|---|---|']
    .concat(rows.map((cells) => `| ${cells.join(' | ')} |`))
    .join('\n');
