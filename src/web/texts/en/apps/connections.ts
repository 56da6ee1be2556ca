import type { GrantRefusal } from '../../../../access/grant-refusal.ts';
import type { Preset } from '../../../../access/preset.ts';
import type { ConnectionKindName } from '../../../../apps/connection-store.ts';
import { type Html, html } from '../../../pages/html.ts';

interface KindTexts {
  readonly title: string;
  readonly meaning: string;
}

interface PresetTexts extends KindTexts {
  /** In lists. */
  readonly short: string;
}

/** Apps that are connected by a code or a text, and the devices on which they run. */
export const connections = {
  connect: 'Connect an app',
  kinds: {
    nwc: {
      title: 'Nostr Wallet Connect',
      meaning:
        'For websites and apps that ask for a wallet connection, often called NWC. Choose this ' +
        'if you are not sure.',
    },
    lndhub: {
      title: 'Phone app (LndHub)',
      meaning: 'For wallet apps on a phone, such as BlueWallet and Zeus.',
    },
  } satisfies Readonly<Record<ConnectionKindName, KindTexts>>,
  presets: {
    pay: {
      title: 'Pay and receive',
      meaning:
        'It pays without asking you each time, up to the limit that you set. It also receives, ' +
        'and sees your balance and your history.',
      short: 'May pay and receive.',
    },
    receive: {
      title: 'Only receive',
      meaning: 'It asks for money in your name and sees what arrives. It cannot spend.',
      short: 'May only receive.',
    },
    read: {
      title: 'Only look',
      meaning: 'It sees your balance and your history. It can neither spend nor receive.',
      short: 'May only look.',
    },
  } satisfies Readonly<Record<Preset, PresetTexts>>,
  kind: 'Kind',
  end: { ahead: 'Ends', past: 'Ended' },
  endless: 'Never, until you disconnect it',
  ends: (date: Html): Html => html`ends on ${date}`,
  ended: (date: Html): Html => html`ended on ${date}`,
  /** The time and the reason follow. */
  lastRefusal: 'Last refused',
  refused: (time: Html, reason: string): Html => html`${time}: ${reason}`,
  refusals: {
    insufficient_scope: 'it may not do what it asked for.',
    insufficient_balance: 'there was not enough money in your wallet.',
    budget_exceeded: 'its limit was not high enough.',
    budget_expired: 'the time in which it may spend is over.',
    send_limit_exceeded: 'you had reached the most that you can send in one day.',
    too_many_open_payments: 'too many payments were on their way.',
    grant_expired: 'the connection has ended.',
    rate_limited: 'it asked too often.',
  } satisfies Readonly<Record<GrantRefusal, string>>,
  creating: {
    title: 'Connect an app',
    lead:
      'For apps that ask you to scan or paste a wallet connection. You get it on the next page. ' +
      'If the app brings you here by itself, you do not need this page.',
    failed: 'The app was not connected. Correct what is marked below.',
    name: 'Name',
    nameHint: 'Which app it is, and where you use it, such as “Zeus on my phone”.',
    noName: 'Enter a name that you will recognize later.',
    hiddenInName: 'It contains invisible characters. Type it again.',
    kind: 'How the app connects',
    noKind: 'Choose how the app connects.',
    preset: 'What it may do',
    noPreset: 'Choose what it may do.',
    end: 'The connection ends',
    noEnd: 'Choose when it ends.',
    submit: 'Connect',
    tooMany: (most: number) => ({
      title: 'Too many apps',
      message:
        `You have already connected ${most} apps, and you cannot have more. The app was not ` +
        'connected. Disconnect one that you no longer use, then try again.',
    }),
  },
  secret: {
    title: (name: string) => `Connect “${name}”`,
    lead:
      'Scan this code with the app. If the app is on this device, open the connection from here, ' +
      'or copy it and paste it there. Whoever has it can use your wallet as you allowed. Show it ' +
      'to no one else.',
    qr: 'QR code of the connection',
    noQr: 'Too many codes were drawn a short while ago. Copy the connection instead.',
    label: 'Connection',
    open: 'Open in an app on this device',
    done: 'Done',
  },
  devices: {
    title: 'Where it is used',
    none: 'Nowhere: no device is left. Add one, or disconnect the app.',
    text:
      'Each device has a connection of its own. They share the permissions and the limit. End ' +
      'one that you no longer use, or that you do not recognize.',
    caption: (name: string) => `Devices of “${name}”`,
    name: 'Device',
    added: 'Added',
    state: 'State',
    waiting: 'Waiting for its first request…',
    connected: 'Connected',
    lastUsed: (time: Html): Html => html`Last used on ${time}`,
    action: 'Action',
    end: 'End',
    ended: 'The device is disconnected.',
    endedBefore: 'The device was already disconnected.',
    add: 'Add a device',
  },
  addingDevice: {
    title: 'Add a device',
    heading: (name: string) => `Add a device to “${name}”`,
    text:
      'It gets a connection of its own, which you can end alone. It shares the permissions and ' +
      'the limit of the others.',
    nameHint: 'Where it is, such as “tablet in the kitchen”.',
    submit: 'Add device',
    tooMany: (most: number) => ({
      title: 'Too many devices',
      message:
        `This app already has ${most} devices, and it cannot have more. No device was added. End ` +
        'one that is no longer used, then try again.',
    }),
  },
  disconnecting:
    'From now on none of its devices can use your wallet. Payments that are already on their way ' +
    'still complete. Its limit is deleted. You cannot undo this, but you can connect the app anew.',
  others: {
    title: 'Who else can spend',
    you: (sessions: string): Html => html`You, in each browser in which you are signed in.
      <a href="${sessions}">See where that is</a>.`,
    operator: (activity: string): Html => html`The operator of this service, who keeps your money.
      What they paid for you is marked in your <a href="${activity}">activity</a>.`,
  },
};
