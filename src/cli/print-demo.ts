import type { Demo } from './demo.ts';
import { printLine } from './print.ts';

/** Lines that can be pasted into a second terminal as they stand. */
export function printDemo({ users }: Demo, address: string): void {
  const token = users[0]?.token ?? '';
  const json = `-H 'Content-Type: application/json'`;
  const lines = [
    '',
    'This is the first run: two users with play money on the simulated network.',
    '',
    ...users.flatMap((user) => [
      `  ${user.email}  password ${user.password}  ${user.balanceSat} sat`,
      `    token ${user.token}`,
    ]),
    '',
    'Try, in a second terminal:',
    '',
    `  curl -H 'Authorization: Bearer ${token}' ${address}/balance`,
    `  curl -H 'Authorization: Bearer ${token}' ${json} \\`,
    `    -d '{"amount":21,"description":"Two coffees"}' ${address}/invoices`,
    `  curl -H 'Authorization: Bearer ${token}' ${address}/invoices`,
    '',
    'Outside nodes of the simulated network pay you, and are paid:',
    '',
    '  node bin/satchel.js sim pay <payment_request>',
    '  node bin/satchel.js sim invoice --amount 500',
    `  curl -H 'Authorization: Bearer ${token}' ${json} \\`,
    `    -d '{"invoice":"<payment_request>"}' ${address}/payments/bolt11`,
    '',
  ];
  for (const line of lines) printLine(line);
}
