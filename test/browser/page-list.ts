import { PAGES } from '../../src/app/pages/pages.ts';
import { WEBHOOK_PAGES } from '../../src/webhooks/webhooks.ts';

/** Pages that show nothing by themselves, or need what this installation has not. */
export const EXEMPT_PAGES: readonly string[] = [
  // These pages lead on.
  '/oauth',
  '/oauth/:id',
  // These pages need a mail server.
  '/sign-up/confirm',
  '/confirm-email',
  '/sign-in/browser',
  // These pages need an authenticator app or a passkey: see authenticator.test.ts and
  // second-factors.test.ts.
  '/sign-in/second-factor',
  '/security/authenticator/remove',
  '/security/backup-codes',
  '/security/passkeys/:id/remove',
  '/confirm/passkey',
  // Needs a record: see activity.test.ts.
  '/activity/:identifier',
  // Needs a contact: see people.test.ts.
  '/contacts/:contact',
  // These pages need an invoice of two people: see people.test.ts.
  '/requests/new',
  '/requests/:request',
  // Needs a payment that asks: see approvals.test.ts.
  '/approvals/:approval',
  // Needs a month: see statements.test.ts.
  '/statements/:month',
  // Needs a checkpoint: see proof.test.ts.
  '/proof/:name',
  '/proof/mine.json',
  // Files: see export-activity.pages.test.ts and leave.test.ts.
  '/activity.csv',
  '/leave/archive.json',
  '/leave/payments.csv',
  // A stream of events.
  '/live',
  // These pages need an invoice: see pay.test.ts, receive.test.ts and send.test.ts.
  '/pay/:name/:id',
  '/receive/:identifier',
  '/send/:draft',
  // Needs a link: see withdraw.pages.test.ts.
  '/receive/withdraw/:draft',
  '/pay/:name/:id/state',
  // Needs a channel: see operate.test.ts.
  '/operate/node/channels/:channel/close',
  // Needs the offer of a channel: see buy-channel.pages.test.ts.
  '/operate/node/channels/bought/:id/pay/:way',
  // These pages need a withdrawal that waits: see withdrawal-actions.pages.test.ts.
  '/operate/withdrawals/:id/bump',
  '/operate/withdrawals/:id/fail',
  '/operate/withdrawals/:id/found/:txid',
  // These pages need a user who has sent: see safety.pages.test.ts.
  '/operate/users/:id/sign-out',
  '/operate/users/:id/disconnect/:spender',
  // These pages need something to act on: see operate-actions.pages.test.ts.
  '/operate/payments/:id/ask',
  '/operate/payments/:id/end',
  '/operate/unclaimed/:id/assign',
  '/operate/jobs/:id/retry',
  '/operate/alarms/:id/acknowledge',
  // These pages need receivers: see webhooks.test.ts.
  ...WEBHOOK_PAGES.filter(({ method }) => method === 'GET').map(({ path }) => path),
];

/** Pages of users and operators that open by their address alone. */
export const PLAIN_PATHS: readonly string[] = PAGES.filter(
  ({ access, method, path }) =>
    method === 'GET' && access !== 'anyone' && !path.includes(':') && !EXEMPT_PAGES.includes(path),
).map(({ path }) => path);

/** Pages of operators that open by their address alone, without those below a list. */
export const OPERATE_PATHS: readonly string[] = PLAIN_PATHS.filter((path) =>
  /^\/operate(\/[a-z]+)?$/.test(path),
);

/** Plain paths whose pages ask first who their reader is. */
export const CONFIRMED_PATHS: readonly string[] = [
  '/security/password',
  '/security/payments',
  '/security/authenticator',
  '/security/passkeys/new',
  '/security/sessions/end-others',
];

/** The path of the page list that a path of a browser stands for. */
export function patternOf(path: string): string {
  const page = PAGES.filter(({ method }) => method === 'GET').find((candidate) =>
    new RegExp(`^${candidate.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
  );
  return page?.path ?? path;
}
