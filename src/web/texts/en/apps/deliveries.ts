import type { DeliveryState } from '../../../../webhooks/delivery.ts';
import type { ToldFailure } from '../../../../webhooks/routes/webhook-words.ts';
import { type Html, html } from '../../../pages/html.ts';

interface StateTexts {
  readonly word: string;
  readonly meaning: string;
}

const STATUSES: Readonly<Partial<Record<number, string>>> = {
  400: 'the server could not use it',
  401: 'the server did not trust it',
  403: 'the server did not allow it',
  404: 'nothing is at this address',
  405: 'the server accepts no POST there',
  410: 'nothing is there any more',
  413: 'it is too large for the server',
  429: 'the server got too many requests',
  500: 'the server failed',
  502: 'a proxy in front of the server got no answer',
  503: 'the server was not ready',
  504: 'a proxy in front of the server waited too long',
};

/** Messages to an endpoint, and what became of them. */
export const deliveries = {
  title: 'Deliveries',
  states: {
    pending: { word: 'On the way', meaning: 'It is not delivered yet.' },
    succeeded: { word: 'Delivered', meaning: 'The server answered that it has the message.' },
    exhausted: {
      word: 'Given up',
      meaning: 'There are no more automatic attempts. You can send it again.',
    },
    skipped: {
      word: 'Not sent',
      meaning: 'The endpoint was off. You can send it when the endpoint is on.',
    },
    cancelled: { word: 'Cancelled', meaning: 'The endpoint was deleted.' },
  } satisfies Readonly<Record<DeliveryState, StateTexts>>,
  filters: 'Filter',
  all: 'All',
  search: {
    label: 'Search by payment hash',
    submit: 'Search',
    clear: 'Show all',
    problem: 'A payment hash has 64 characters: digits and letters from a to f.',
  },
  caption: 'Deliveries, newest first',
  time: 'Time',
  message: 'Message',
  state: 'State',
  lastAttempt: 'Last attempt',
  testEvent: 'Test event',
  nextAttempt: (time: Html): Html => html`Next attempt ${time}`,
  beingSent: 'Being sent now',
  unused:
    'Nothing was sent yet. The next payment that settles is sent, and you can send a test event ' +
    'at any time.',
  none: 'There is nothing to show here.',
  pages: 'Pages',
  newest: 'Newest',
  older: (count: number) => `${count} older`,
  outcome: {
    answer: (status: number, meaning: string | null) =>
      `Answer ${status}${meaning === null ? '' : `: ${meaning}`}`,
    statuses: STATUSES,
    redirect: 'redirects are not followed',
    failures: {
      timeout: 'No response arrived in time',
      protocol: 'The response was not valid HTTP',
      too_large: 'The response was too large',
      no_connection: 'No connection could be made',
    } satisfies Readonly<Record<ToldFailure, string>>,
  },
  /** One of them. */
  one: {
    title: (event: string) => `Delivery: ${event}`,
    testTitle: (event: string) => `${event} (test event)`,
    label: 'Delivery',
    refresh: 'Refresh',
    messageId: 'Message ID',
    event: 'Event',
    paymentHash: 'Payment hash',
    settled: 'Settled',
    nextAttempt: 'Next attempt',
    none: 'None',
    now: 'Now',
    ended: 'Ended',
    notEnded: 'Not yet',
    attempts: 'Attempts',
    noAttempts: 'No attempt has ended yet.',
    attempt: (number: number, time: Html, duration: string, isManual: boolean): Html =>
      html`Attempt ${number}, ${time}, took ${duration}${isManual ? ', started by hand' : null}`,
    excerpt: 'The answer began:',
    excerptOf: (number: number) => `Answer to attempt ${number}`,
    milliseconds: (count: number) => `${count} ms`,
    seconds: (count: string) => `${count} s`,
    replayHint:
      'It is sent with the same message ID, so that a server that already has it can tell. If it ' +
      'fails, all attempts start over.',
    replay: 'Send again',
    replayed: 'The message is on its way again.',
    replayOff: 'You can send it again when the endpoint is on.',
    payload: {
      title: 'What is sent',
      exact: 'Exactly these bytes are signed.',
      body: 'Body',
      formattedSummary: 'The same, formatted',
      formatted: 'Body, formatted',
    },
    help: (help: string): Html => html`Does the server say that the signature is wrong?
      <a href="${help}">Find out why</a>.`,
  },
};
