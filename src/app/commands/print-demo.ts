import { printLine } from '../../cli/print.ts';
import { ownCommand } from '../../system/own-command.ts';
import type { Demo } from './demo.ts';

/**
 * Prints the demo users of the first start for people, with commands that can be pasted into a
 * second terminal.
 */
export function printDemo(demo: Demo, address: string): void {
  const lines = [
    '',
    'This is the first run: two users with play money on the simulated network.',
    '',
    ...demo.users.flatMap((user) => [
      `  ${user.email}  password ${user.password}  ${user.balanceSat} sat`,
      `    token ${user.token}`,
    ]),
    '',
    'The passwords are shown only now.',
    '',
    `In the browser: open ${address}, and sign in with the first e-mail and password from above.`,
    'Press “Receive”, enter an amount, and press “Make invoice” and “Pay this invoice”. To send',
    'some, press “Send”, enter sam and an amount, and press “Continue” and “Pay”.',
    '',
    'Or try these commands in a second terminal in this folder. They show the balance, create an',
    'invoice, receive a payment from outside, pay an outside node, and list the history:',
    '',
    ...linesToTry(demo, address).flatMap((line) => [line, '']),
  ];
  for (const line of lines) printLine(line);
}

/** Prints the demo users of the first start for programs, as one line of JSON. */
export function printDemoJson(demo: Demo, address: string): void {
  const users = demo.users.map(({ email, password, token, balanceSat }) => ({
    email,
    password,
    token,
    balance: Number(balanceSat),
  }));
  printLine(JSON.stringify({ address, demo_users: users, try: linesToTry(demo, address) }));
}

/**
 * Prints at a later start which demo users there are, without their passwords, which are not
 * stored.
 */
export function printWayIn(emails: readonly string[]): void {
  const [first] = emails;
  if (first === undefined) return;
  const command = `${ownCommand(process.cwd())} user reset-password --email ${first}`;
  const lines = [
    '',
    `Sign in as ${emails.join(' or ')}, with the password that the first start printed.`,
    'If it is lost, this command prints a link to set a new one:',
    '',
    `  ${command}`,
    '',
  ];
  for (const line of lines) printLine(line);
}

function linesToTry(demo: Demo, address: string): readonly string[] {
  const call = `curl -H 'Authorization: Bearer ${demo.users[0]?.token ?? ''}'`;
  const post = (path: string, body: object): string =>
    `${call} -H 'Content-Type: application/json' -d '${JSON.stringify(body)}' ${address}${path}`;
  const { invoiceOfUser, externalInvoice } = demo;
  return [
    `${call} ${address}/balance`,
    post('/invoices', { amount: 21, description: 'Two coffees' }),
    ...(invoiceOfUser === null ? [] : [`${ownCommand(process.cwd())} sim pay ${invoiceOfUser}`]),
    ...(externalInvoice === null ? [] : [post('/payments/bolt11', { invoice: externalInvoice })]),
    `${call} ${address}/invoices`,
  ];
}
