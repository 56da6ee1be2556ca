import type { AddressProblem } from '../../../../apps/redirect-rules.ts';
import { type Html, html } from '../../../pages/html.ts';

type AddressField = 'url' | 'callback';

const NAMES: Readonly<Record<AddressField, string>> = {
  url: 'The website',
  callback: 'The callback address',
};

const ADDRESS_PROBLEMS: Readonly<Record<AddressProblem, (host: string) => string>> = {
  too_long: () => 'is too long.',
  not_absolute: () => 'must be a full address, such as https://app.example.',
  space: () => 'must not contain spaces or backslashes.',
  credentials: () => 'must not contain a user name or password.',
  fragment: () => 'must not contain a # or anything after one.',
  wildcard: () => 'must not contain a wildcard (*).',
  not_http: () => 'must begin with http:// or https://.',
  no_port: (host) => `needs a port on ${host}, such as http://${host}:3000.`,
  not_https: () => 'must begin with https://.',
  ip_address: () => 'must use a domain name, not an IP address.',
  not_ascii: () => 'must use only plain letters, digits and signs (ASCII).',
  short_domain: () => 'must use a full domain name, such as app.example.',
  other_domain: (host) => `must be on the domain of the website, ${host}.`,
};

/** Apps that a developer registers. */
export const clients = {
  title: 'Your apps',
  lead: 'Apps that you build and that ask people here for access to their wallets.',
  register: 'Register an app',
  none: {
    title: 'You have not registered an app',
    text:
      'An app needs a client ID before people can connect it to their wallets. To use your own ' +
      'wallet from a script, a personal token is simpler.',
    tokens: 'Personal tokens',
  },
  howItAsks: (docs: string): Html => html`The <a href="${docs}">API reference</a> explains how an
    app asks for access.`,
  registered: (date: Html, hasSecret: boolean): Html =>
    html`Registered ${date}, ${hasSecret ? 'with a secret' : 'without a secret'}`,
  clientId: (id: string): Html => html`Client ID <code>${id}</code>`,
  facts: {
    clientId: 'Client ID',
    kind: 'Kind',
    withSecret: 'App with a secret',
    withoutSecret: 'App without a secret',
    authorizationPage: 'Authorization page',
    tokenEndpoint: 'Token endpoint',
    registered: 'Registered',
  },
  fields: {
    name: 'Name',
    nameHint: 'People see it when the app asks for access.',
    url: 'Website',
    urlHint: html`Where the app runs, such as <code>https://app.example</code>, or
      <code>http://localhost:3000</code> while you build it.`,
    callback: 'Callback address',
    callbackHint: html`Where people return to, on the same domain. The app must send exactly this
      address. Only an app without a secret may use another port, on <code>127.0.0.1</code> or
      <code>[::1]</code>.`,
    strict: 'Stricter proof',
    s256Only: 'Accept PKCE with S256 only',
    s256Hint: 'Refuses the weak method “plain”. Choose it unless an old library needs “plain”.',
    answers: 'Answers to the app',
    sendsIssuer: 'Name the issuer in every answer (RFC 9207)',
    issuerHint:
      'Choose it if the library of the app reads the metadata of this service (discovery). A ' +
      'library that was given the addresses one by one may refuse such an answer.',
  },
  problems: {
    name: (most: number) => `The name must have 1 to ${most} characters, all of them visible.`,
    address: (field: AddressField, problem: AddressProblem, host: string) =>
      `${NAMES[field]} ${ADDRESS_PROBLEMS[problem](host)}`,
    tooMany: (most: number) =>
      `You already have ${most} apps, and you cannot have more. Delete one that you no longer use.`,
  },
  creating: {
    title: 'Register an app',
    failed: 'The app was not registered. Correct what is marked below.',
    where: 'Where it runs',
    server: 'On your server',
    serverHint: 'It gets a secret and keeps it there.',
    device: 'In the browser or on a phone',
    deviceHint: 'It cannot keep a secret. So it gets none and must use PKCE.',
    submit: 'Register',
    done: 'Your app is registered',
    doneHeading: (name: string) => `“${name}” is registered`,
    goOn: 'Continue',
  },
  secretLabel: 'Client secret',
  editing: {
    heading: 'Change the app',
    failed: 'Nothing was changed. Correct what is marked below.',
    s256Advice:
      'Everyone who connected this app recently used S256. Choose “Accept PKCE with S256 only” ' +
      'below. Then no one can use the weak method to ask in the name of your app.',
    submit: 'Save',
    done: 'The app is changed.',
  },
  care: 'More actions',
  replaceSecret: 'Replace the secret',
  delete: 'Delete the app',
  replacing: {
    title: 'Replace the secret',
    heading: (name: string) => `Replace the secret of “${name}”?`,
    text:
      'The current secret stops working immediately. Until your server has the new one, no one ' +
      'can connect the app, and it cannot renew its access. Existing connections stay.',
    submit: 'Replace the secret',
    done: 'The new secret',
    kept: 'I have saved it',
  },
  deleting: {
    title: 'Delete an app',
    heading: (name: string) => `Delete “${name}”?`,
    text:
      'Everyone who connected it is disconnected immediately, and its client ID never works ' +
      'again. You cannot undo this.',
    submit: 'Delete the app',
    done: 'The app is deleted.',
  },
};
