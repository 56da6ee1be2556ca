import { contact, currencies, domain, networks, onOrOff, siteName, wholeNumber } from './forms.ts';
import { rateSources } from './rate-sources.ts';
import { optional, variable } from './variable.ts';

/** Settings of what strangers see of the service, and of what they may do there. */
export const PEOPLE_VARIABLES = {
  addressDomain: optional(
    'SATCHEL_ADDRESS_DOMAIN',
    domain,
    'Domain of lightning addresses (name@domain). Default: the host of the pages.',
  ),
  addressOpen: variable(
    'SATCHEL_ADDRESS_OPEN_MAX',
    wholeNumber(1, 10_000_000),
    10_000,
    'Unpaid invoices that strangers may have open by addresses, in all.',
  ),
  addressOpenPerUser: variable(
    'SATCHEL_ADDRESS_OPEN_PER_USER',
    wholeNumber(1, 10_000_000),
    500,
    'The same, for the address of one user.',
  ),
  addressOpenPerNetwork: variable(
    'SATCHEL_ADDRESS_OPEN_PER_NETWORK',
    wholeNumber(1, 10_000_000),
    20,
    'The same, for one network of payers. It shrinks as the two others fill up.',
  ),
  lndhub: variable(
    'SATCHEL_LNDHUB',
    onOrOff,
    true,
    'Whether phone wallets may connect over LndHub. Off: those that are connected are refused.',
  ),
  proofFromUsers: variable(
    'SATCHEL_PROOF_FROM_USERS',
    wholeNumber(1, 1_000_000),
    10,
    'What is owed is published every hour once so many users have had money. With fewer, its ' +
      'changes would tell everyone what one of them has.',
  ),
  proofNode: variable(
    'SATCHEL_PROOF_NODE',
    onOrOff,
    false,
    'Whether /proof also says what the node holds, rounded down, and how large its announced ' +
      'channels are. It cannot be proven; without it people look up the channels themselves.',
  ),
  siteName: variable(
    'SATCHEL_SITE_NAME',
    siteName,
    'Satchel',
    'Name of this service, as people see it on its pages and in authenticator apps. Mails name ' +
      'the host of the pages.',
  ),
  operatorContact: optional(
    'SATCHEL_OPERATOR_CONTACT',
    contact,
    'E-mail address or https address by which people reach you. It stands on every page.',
  ),
  outboundAllow: variable(
    'SATCHEL_OUTBOUND_ALLOW',
    networks,
    [],
    'Private networks that LNURL, relays and avatars may lead to, over plain http and ws and ' +
      'with a port too. Elsewhere only https and wss without a port are accepted.',
  ),
  rates: variable(
    'SATCHEL_RATES',
    rateSources,
    [],
    'Where the price of one bitcoin is read: coingecko, kraken, coinbase, bitstamp, or a URL ' +
      'with {currency}, and the place of the price in its answer behind #. Of several sources ' +
      'the middle price counts. Default: no price is shown.',
  ),
  ratesCurrencies: variable(
    'SATCHEL_RATES_CURRENCIES',
    currencies,
    ['USD', 'EUR'],
    'Currencies that people may choose (ISO 4217).',
  ),
};
