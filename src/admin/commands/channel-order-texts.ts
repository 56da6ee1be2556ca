/**
 * Sentences for operators about the state of an order for a channel, for commands. Pages have texts
 * of their own.
 */

import type { PayRefusal } from '../../channel-orders/pay-order.ts';
import type { PlaceRefusal } from '../../channel-orders/place-order.ts';
import type { NoAnswer, ProviderNo, ProviderRefusal } from '../../channel-orders/provider.ts';

export function placeRefusalText(refusal: PlaceRefusal): string {
  switch (refusal.kind) {
    case 'no_node':
      return 'the provider does not say which node is its own';
    case 'needs_money':
      return 'the provider sells only channels into which you put something as well';
    case 'not_connected':
      return `your node cannot connect to that of the provider: ${refusal.detail}`;
    case 'size':
      return `the provider sells channels of ${refusal.leastSat} to ${refusal.mostSat} sat`;
    case 'duration':
      return `the provider sells channels for at most ${refusal.mostBlocks} blocks`;
    case 'bad_offer':
      return `the offer is not what was asked for, and was not taken: ${refusal.why}`;
    default:
      return providerRefusalText(refusal);
  }
}

export function payRefusalText(refusal: PayRefusal): string {
  switch (refusal.kind) {
    case 'stopped':
      return `payments are stopped: ${refusal.detail}`;
    case 'of_users':
      return `the rest covers what users have: ${refusal.freeSat} sat are free`;
    case 'not_connected':
      return `your node cannot connect to that of the provider: ${refusal.detail}`;
    case 'node':
      return `the node refused: ${refusal.detail}`;
    case 'failed':
      return `the payment failed: ${refusal.reason}`;
    case 'over':
    case 'too_late':
    case 'repeated':
    case 'changed':
    case 'not_expected':
      return PLAIN[refusal.kind];
    default:
      return providerRefusalText(refusal);
  }
}

const PLAIN = {
  over: 'there is no such offer to pay any more',
  too_late: 'too little time is left to pay this offer: ask for a new one',
  repeated: 'it is being paid already, or may have been: look at the order',
  changed: 'the provider asks for something else than it offered',
  not_expected: 'the provider does not wait for this payment any more',
};

function providerRefusalText(refusal: ProviderRefusal): string {
  switch (refusal.kind) {
    case 'unanswered':
      return `the provider ${NO_ANSWERS[refusal.why]}`;
    case 'bad_answer':
      return `the provider answered without what LSPS1 asks for: ${refusal.field}`;
    case 'refused': {
      const { why, message } = refusal;
      return message === '' ? NOS[why] : `${NOS[why]}: “${message}”`;
    }
  }
}

const NO_ANSWERS: Readonly<Record<NoAnswer, string>> = {
  blocked: 'is in a network that may not be reached (see SATCHEL_OUTBOUND_ALLOW)',
  unknown_host: 'cannot be found by its name',
  no_connection: 'cannot be reached',
  timeout: 'did not answer in time',
  too_large: 'answered too much',
  redirect: 'leads elsewhere: enter the URL to which it leads',
};

const NOS: Readonly<Record<ProviderNo, string>> = {
  invalid_params: 'the provider did not understand the order',
  client_rejected: 'the provider sells nothing to your node',
  option_mismatch: 'the provider does not sell such a channel',
  not_found: 'the provider does not know the order',
  other: 'the provider refused',
};
