import type { EventType } from '../../../../webhooks/delivery.ts';
import type { DisabledReason } from '../../../../webhooks/endpoint.ts';
import type { EndpointProblem } from '../../../../webhooks/endpoint-validation.ts';
import type { Creator } from '../../../../webhooks/pages/creators.ts';
import { type Html, html } from '../../../pages/html.ts';

interface EventTexts {
  readonly title: string;
  readonly meaning: string;
}

const EVENTS: Readonly<Record<EventType, EventTexts>> = {
  'invoice.incoming.settled': {
    title: 'Money received',
    meaning: 'Someone paid one of your invoices or sent you a keysend.',
  },
  'invoice.outgoing.settled': {
    title: 'Money sent',
    meaning: 'One of your payments arrived.',
  },
};

const eventTitles = (types: readonly EventType[]): string =>
  types
    .map((type) => EVENTS[type].title)
    .map((title, index) => (index === 0 ? title : title.toLowerCase()))
    .join(' and ');

function creatorName(creator: Creator): string {
  switch (creator.kind) {
    case 'user':
      return 'you';
    case 'token':
      return `the token “${creator.name}”`;
    case 'app':
      return `the app “${creator.name}”`;
    case 'deleted_app':
      return 'an app that no longer exists';
  }
}

/** Servers that are notified about payments. Counts come as they are shown. */
export const webhooks = {
  title: 'Webhooks',
  lead: 'Your servers get a message as soon as money comes in or goes out.',
  new: 'New endpoint',
  none: {
    title: 'No server is notified about your payments',
    text:
      'Enter the address of your server. It then gets a message for each payment that settles. ' +
      'Apps that you connect can create their own endpoints. They are listed here too.',
  },
  open: 'Open',
  events: EVENTS,
  eventTitles,
  notifiesAbout: (types: readonly EventType[]) =>
    `Notifies about ${eventTitles(types).toLowerCase()}.`,
  created: (date: Html, creator: Creator): Html => html`Created ${date} by ${creatorName(creator)}`,
  counts: (pending: string | null, missed: string | null) =>
    `${[
      ...(pending === null ? [] : [`${pending} on the way`]),
      ...(missed === null ? [] : [`${missed} not delivered`]),
    ].join(', ')}.`,
  orMore: (count: string) => `${count} or more`,
  signatureHelp: (help: string): Html => html`Does a server refuse your messages?
    <a href="${help}">Find out why a signature fails</a>.`,
  trouble: {
    label: 'Webhooks',
    off: (name: string) => `Webhook “${name}” is off.`,
    failing: (name: string) => `Webhook “${name}” is failing.`,
    several: (count: string): Html =>
      html`<strong>${count} webhook endpoints</strong> get no messages at the moment.`,
    show: 'Show',
  },
  health: {
    off: 'Off',
    offSince: (time: Html, why: string): Html => html`Since ${time}. ${why}`,
    offBecause: {
      switched_off: 'You switched it off, or the app or token that created it did.',
      app_revoked: 'The app that created it was disconnected.',
      token_ended: 'The token that created it was revoked or expired.',
      failing: 'No message could be delivered for five days.',
      gone: 'The server answered 410, which means that nothing is there any more.',
      refused: 'The server asked for this in its answer.',
    } satisfies Readonly<Record<DisabledReason, string>>,
    failing: 'Failing',
    failingSince: (time: Html, attempts: string): Html =>
      html`Since ${time}: ${attempts === '1' ? 'one attempt' : `${attempts} attempts`} failed.`,
    unused: 'No deliveries yet',
    unusedHint: 'Send a test event to check that it works.',
    delivering: 'Delivering',
    lastDelivery: (time: Html): Html => html`Last delivery ${time}.`,
  },
  endpoint: {
    label: 'Endpoint',
    edit: 'Edit',
    address: 'Address',
    notifiesAbout: 'Notifies about',
    onTheWay: 'On the way',
    nothing: 'Nothing',
    created: 'Created',
    createdBy: (date: Html, creator: Creator): Html => html`${date} by ${creatorName(creator)}`,
    id: 'Endpoint ID',
    test: {
      title: 'Send a test event',
      text: 'A message like any other, but the payment is made up. Its memo is “Test event”.',
      event: 'Event',
      submit: 'Send test event',
      done: 'The test event is on its way.',
    },
    off: {
      title: 'This endpoint is off',
      text:
        'Nothing is sent to it. Messages about payments that settle in the meantime are kept. ' +
        'You can send them when the endpoint is on again.',
    },
    switchOn: 'Switch on',
    switchOff: 'Switch off',
    missedLabel: 'Not delivered',
    missed: (count: string) =>
      count === '1' ? 'One message was not delivered.' : `${count} messages were not delivered.`,
    care: 'More actions',
    replaceSecret: 'Replace the secret',
    delete: 'Delete',
  },
  fields: {
    url: 'Address',
    urlHint: html`Where messages are sent, such as <code>https://shop.example/webhook</code>. It
      must be on the public Internet.`,
    name: 'Name',
    nameHint: 'What it is for, such as “shop server”.',
    events: 'What it is notified about',
    problems: {
      url_too_long: 'The address is too long.',
      spaces: 'The address must not contain spaces or backslashes.',
      not_https: 'The address must begin with https://.',
      invalid_url: 'This is not a valid address.',
      credentials: 'The address must not contain a user name or password.',
      fragment: 'The address must not contain a # or anything after one.',
      bad_port: 'The address must not use this port. It belongs to another protocol.',
      own_address: 'This is an address of this service itself. Enter the address of your server.',
      invalid_host: 'The address must contain a valid host name.',
      onion: 'The address is that of an onion service. This service cannot reach it.',
      not_public: 'The address must be on the public Internet.',
      short_domain: 'The address must contain a full domain name, such as shop.example.',
      description_too_long: 'The name is too long.',
      no_types: 'Choose at least one.',
      unknown_types: 'Choose at least one.',
    } satisfies Readonly<Record<EndpointProblem, string>>,
  },
  creating: {
    title: 'New endpoint',
    failed: 'No endpoint was created. Correct what is marked below.',
    submit: 'Create endpoint',
    done: 'The endpoint is created',
    secret: 'Signing secret',
    kept: 'I have saved the secret',
    help: (help: string): Html => html`Does it not work?
      <a href="${help}">Find out why a signature fails</a>.`,
  },
  editing: {
    title: 'Change an endpoint',
    heading: 'Change the endpoint',
    failed: 'Nothing was changed. Correct what is marked below.',
    hint: 'Messages that are on their way also go to the new address. The secret stays the same.',
    submit: 'Save',
    done: 'The endpoint is changed.',
  },
  deleting: {
    title: 'Delete an endpoint',
    heading: (name: string) => `Delete “${name}”?`,
    text:
      'Nothing more is sent to it, not even messages that are on their way. Its secret and the ' +
      'log of its deliveries are deleted. You cannot undo this. If you only want a pause, switch ' +
      'it off.',
    address: 'Address',
    submit: 'Delete the endpoint',
    done: 'The endpoint is deleted.',
  },
  switchingOff: {
    title: 'Switch an endpoint off',
    heading: (name: string) => `Switch “${name}” off?`,
    text:
      'Nothing more is sent to it, and messages on their way stop. Messages about payments that ' +
      'settle in the meantime are kept. You can send them when you switch it on again.',
    submit: 'Switch off',
    done: 'The endpoint is off.',
  },
  switchingOn: {
    title: 'Switch an endpoint on',
    heading: (name: string) => `Switch “${name}” on?`,
    failed: 'It is not switched on yet. Correct what is marked below.',
    tokenEnded:
      'The token that created it has ended. If you switch it on, it becomes your own: it no ' +
      'longer ends with a token, and only you can change it.',
    appRevoked:
      'The app that created it was disconnected. Connect the app again first. If you do not want ' +
      'that, delete the endpoint.',
    missed: 'What it missed',
    sendNow: 'Send it now',
    sendNowHint:
      'All messages that were given up or not sent, the oldest first. Nothing is sent twice.',
    submit: 'Switch on',
    done: 'The endpoint is on.',
  },
  recovering: {
    title: 'Send what was missed',
    heading: 'Send what was missed?',
    failed: 'Nothing was sent. Correct what is marked below.',
    text:
      'All messages that were given up or not sent are sent again, the oldest first, with the ' +
      'same IDs. Delivered messages are not sent again.',
    submit: 'Send what was missed',
    since: 'Since the beginning of',
    sinceHint: 'The day in UTC.',
    noSuchDay: 'Enter a day, such as 2026-03-01.',
    sent: (count: string, isAll: boolean) => {
      if (count === '0') return 'Nothing was missed since then.';
      if (count === '1') return 'One message is on its way again.';
      return `${count} messages are on their way again.${isAll ? '' : ' Repeat it for the rest.'}`;
    },
  },
  replacing: {
    title: 'Replace a secret',
    heading: (name: string) => `Replace the secret of “${name}”?`,
    text:
      'You get a new secret, which is shown only once. Messages are signed with both secrets for ' +
      'as long as you choose, so that your server can change to the new one at any time in ' +
      'between. After that the old secret no longer works.',
    overlap: 'The old secret also signs',
    overlaps: {
      0: 'not at all',
      3600: 'for one hour',
      86400: 'for 24 hours',
      604800: 'for 7 days',
    },
    overlapHint: 'Choose “not at all” if someone else may know it.',
    submit: 'Replace the secret',
    done: 'The new secret',
    oldEnded: 'The old secret no longer signs anything. Give your server the new one now.',
    oldUntil: (time: string) => `The old secret also signs until ${time}.`,
    kept: 'I have saved it',
  },
  /** On the page that ends what created them. */
  ending:
    'It created these webhook endpoints, and they end with it. Payments that settle later are ' +
    'not sent to them:',
  refusals: {
    endpointDisabled: 'Nothing is sent to an endpoint that is off. Switch it on first.',
    sentTooOften: (most: string) =>
      `This message was already sent ${most} times. It cannot be sent more often.`,
    appRevoked:
      'The app that created this endpoint can no longer use your wallet. Connect it again, or ' +
      'create your own endpoint.',
    tooMany: (most: number) =>
      `You already have ${most} endpoints, and you cannot have more. Delete one first.`,
    tooOften: (seconds: number) => ({
      title: 'Too many attempts',
      message:
        'You have done this many times just now. Go back and try again in ' +
        `${seconds === 1 ? 'one second' : `${seconds} seconds`}.`,
    }),
  },
  verifying: {
    title: 'How your server verifies messages',
    text: html`Anyone can send something to your address, but our messages are signed. Check each
      message with the library <code>standardwebhooks</code> or <code>svix</code>. Check the body as
      it came, before you parse it.`,
    example: 'Verifying in JavaScript',
    hint: (docs: string): Html => html`Answer with a status from 200 to 299 within 15 seconds.
      Otherwise the message is sent again. The <a href="${docs}">API reference</a> explains all
      fields.`,
  },
};
