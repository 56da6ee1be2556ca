import type { Message, Tag, Text } from '../message.ts';

/** Written by "npm run generate" from `locales/en/webhooks.json`. */
export interface WebhooksMessages {
  readonly webhooks: {
    readonly title: string;
    readonly lead: string;
    readonly new: string;
    readonly none: {
      readonly title: string;
      readonly text: string;
    };
    readonly open: string;
    readonly events: {
      readonly 'invoice.incoming.settled': {
        readonly title: string;
        readonly within: string;
        readonly told: string;
        readonly meaning: string;
      };
      readonly 'invoice.outgoing.settled': {
        readonly title: string;
        readonly within: string;
        readonly told: string;
        readonly meaning: string;
      };
      readonly 'onchain.incoming.confirmed': {
        readonly title: string;
        readonly within: string;
        readonly told: string;
        readonly meaning: string;
      };
      readonly 'onchain.outgoing.confirmed': {
        readonly title: string;
        readonly within: string;
        readonly told: string;
        readonly meaning: string;
      };
    };
    readonly and: Message<{ before: Text; last: Text }>;
    readonly notifiesAbout: Message<{ events: Text }>;
    readonly created: Message<{ creator: Text; date: Text }>;
    readonly creators: {
      readonly user: string;
      readonly token: Message<{ name: Text }>;
      readonly app: Message<{ name: Text }>;
      readonly deleted_app: string;
    };
    readonly counts: {
      readonly pending: Message<{ shown: Text }>;
      readonly missed: Message<{ count: number; shown: Text }>;
    };
    readonly orMore: Message<{ count: Text }>;
    readonly signatureHelp: Message<{ link: Tag }>;
    readonly trouble: {
      readonly label: string;
      readonly off: Message<{ name: Text }>;
      readonly failing: Message<{ name: Text }>;
      readonly several: Message<{ count: Text; strong: Tag }>;
      readonly show: string;
    };
    readonly health: {
      readonly off: string;
      readonly offSince: Message<{ time: Text; why: Text }>;
      readonly offBecause: {
        readonly switched_off: string;
        readonly app_revoked: string;
        readonly token_ended: string;
        readonly failing: string;
        readonly gone: string;
        readonly refused: string;
      };
      readonly failing: string;
      readonly failingSince: Message<{ count: number; shown: Text; time: Text }>;
      readonly unused: string;
      readonly unusedHint: string;
      readonly delivering: string;
      readonly lastDelivery: Message<{ time: Text }>;
    };
    readonly endpoint: {
      readonly label: string;
      readonly edit: string;
      readonly address: string;
      readonly notifiesAbout: string;
      readonly onTheWay: string;
      readonly nothing: string;
      readonly created: string;
      readonly createdBy: Message<{ creator: Text; date: Text }>;
      readonly id: string;
      readonly test: {
        readonly title: string;
        readonly text: string;
        readonly event: string;
        readonly submit: string;
        readonly done: string;
      };
      readonly off: {
        readonly title: string;
        readonly text: string;
      };
      readonly switchOn: string;
      readonly switchOff: string;
      readonly missedLabel: string;
      readonly missed: Message<{ count: number; shown: Text }>;
      readonly care: string;
      readonly replaceSecret: string;
      readonly delete: string;
    };
    readonly fields: {
      readonly url: string;
      readonly urlHint: Message<{ code: Tag }>;
      readonly name: string;
      readonly nameHint: string;
      readonly events: string;
      readonly problems: {
        readonly url_too_long: string;
        readonly spaces: string;
        readonly not_https: string;
        readonly invalid_url: string;
        readonly credentials: string;
        readonly fragment: string;
        readonly bad_port: string;
        readonly own_address: string;
        readonly invalid_host: string;
        readonly onion: string;
        readonly not_public: string;
        readonly short_domain: string;
        readonly description_too_long: string;
        readonly no_types: string;
        readonly unknown_types: string;
      };
    };
    readonly creating: {
      readonly title: string;
      readonly failed: string;
      readonly submit: string;
      readonly done: string;
      readonly secret: string;
      readonly kept: string;
      readonly help: Message<{ link: Tag }>;
    };
    readonly editing: {
      readonly title: string;
      readonly heading: string;
      readonly failed: string;
      readonly hint: string;
      readonly submit: string;
      readonly done: string;
    };
    readonly deleting: {
      readonly title: string;
      readonly heading: Message<{ name: Text }>;
      readonly text: string;
      readonly address: string;
      readonly submit: string;
      readonly done: string;
    };
    readonly switchingOff: {
      readonly title: string;
      readonly heading: Message<{ name: Text }>;
      readonly text: string;
      readonly submit: string;
      readonly done: string;
    };
    readonly switchingOn: {
      readonly title: string;
      readonly heading: Message<{ name: Text }>;
      readonly failed: string;
      readonly tokenEnded: string;
      readonly appRevoked: string;
      readonly missed: string;
      readonly sendNow: string;
      readonly sendNowHint: string;
      readonly submit: string;
      readonly done: string;
    };
    readonly recovering: {
      readonly title: string;
      readonly heading: string;
      readonly failed: string;
      readonly text: string;
      readonly submit: string;
      readonly since: string;
      readonly sinceHint: string;
      readonly noSuchDay: string;
      readonly sent: Message<{ count: number; shown: Text }>;
      readonly repeat: string;
    };
    readonly replacing: {
      readonly title: string;
      readonly heading: Message<{ name: Text }>;
      readonly text: string;
      readonly overlap: string;
      readonly overlaps: {
        readonly '0': string;
        readonly '3600': string;
        readonly '86400': string;
        readonly '604800': string;
      };
      readonly overlapHint: string;
      readonly submit: string;
      readonly done: string;
      readonly oldEnded: string;
      readonly oldUntil: Message<{ time: Text }>;
      readonly kept: string;
    };
    readonly ending: string;
    readonly refusals: {
      readonly endpointDisabled: string;
      readonly sentTooOften: Message<{ most: Text }>;
      readonly appRevoked: string;
      readonly tooMany: Message<{ most: Text }>;
      readonly tooOften: {
        readonly title: string;
        readonly message: Message<{ seconds: number }>;
      };
    };
    readonly verifying: {
      readonly title: string;
      readonly text: Message<{ code: Tag }>;
      readonly example: string;
      readonly hint: Message<{ link: Tag }>;
    };
  };
  readonly deliveries: {
    readonly title: string;
    readonly states: {
      readonly pending: {
        readonly word: string;
        readonly meaning: string;
      };
      readonly succeeded: {
        readonly word: string;
        readonly meaning: string;
      };
      readonly exhausted: {
        readonly word: string;
        readonly meaning: string;
      };
      readonly skipped: {
        readonly word: string;
        readonly meaning: string;
      };
      readonly cancelled: {
        readonly word: string;
        readonly meaning: string;
      };
    };
    readonly filters: string;
    readonly all: string;
    readonly search: {
      readonly label: string;
      readonly submit: string;
      readonly clear: string;
      readonly problem: string;
    };
    readonly caption: string;
    readonly time: string;
    readonly message: string;
    readonly state: string;
    readonly lastAttempt: string;
    readonly testEvent: string;
    readonly nextAttempt: Message<{ time: Text }>;
    readonly beingSent: string;
    readonly unused: string;
    readonly none: string;
    readonly pages: string;
    readonly newest: string;
    readonly older: Message<{ count: number }>;
    readonly outcome: {
      readonly answer: Message<{ status: Text }>;
      readonly answerWithMeaning: Message<{ meaning: Text; status: Text }>;
      readonly statuses: {
        readonly '400': string;
        readonly '401': string;
        readonly '403': string;
        readonly '404': string;
        readonly '405': string;
        readonly '410': string;
        readonly '413': string;
        readonly '429': string;
        readonly '500': string;
        readonly '502': string;
        readonly '503': string;
        readonly '504': string;
      };
      readonly redirect: string;
      readonly failures: {
        readonly timeout: string;
        readonly protocol: string;
        readonly too_large: string;
        readonly no_connection: string;
      };
    };
    readonly one: {
      readonly title: Message<{ event: Text }>;
      readonly testTitle: Message<{ event: Text }>;
      readonly label: string;
      readonly refresh: string;
      readonly messageId: string;
      readonly event: string;
      readonly paymentHash: string;
      readonly settled: string;
      readonly nextAttempt: string;
      readonly none: string;
      readonly now: string;
      readonly ended: string;
      readonly notEnded: string;
      readonly attempts: string;
      readonly noAttempts: string;
      readonly attempt: Message<{ duration: Text; number: Text; time: Text }>;
      readonly attemptByHand: Message<{ duration: Text; number: Text; time: Text }>;
      readonly excerpt: string;
      readonly excerptOf: Message<{ number: Text }>;
      readonly milliseconds: Message<{ count: Text }>;
      readonly seconds: Message<{ count: Text }>;
      readonly replayHint: string;
      readonly replay: string;
      readonly replayed: string;
      readonly replayOff: string;
      readonly payload: {
        readonly title: string;
        readonly exact: string;
        readonly body: string;
        readonly formattedSummary: string;
        readonly formatted: string;
      };
      readonly help: Message<{ link: Tag }>;
    };
  };
  readonly signatures: {
    readonly title: string;
    readonly lead: string;
    readonly none: {
      readonly title: string;
      readonly text: string;
    };
    readonly found: string;
    readonly fields: {
      readonly endpoint: string;
      readonly endpointOption: Message<{ address: Text; name: Text }>;
      readonly id: string;
      readonly idHint: Message<{ code: Tag }>;
      readonly timestamp: string;
      readonly timestampHint: Message<{ code: Tag }>;
      readonly signature: string;
      readonly signatureHint: Message<{ code: Tag }>;
      readonly body: string;
      readonly bodyHint: string;
      readonly bodyTooLong: string;
      readonly tooLong: string;
      readonly secret: string;
      readonly secretHint: string;
      readonly submit: string;
    };
    readonly findings: {
      readonly body_alone: {
        readonly title: string;
        readonly text: Message<{ code: Tag }>;
      };
      readonly without_id: {
        readonly title: string;
        readonly text: Message<{ code: Tag }>;
      };
      readonly without_timestamp: {
        readonly title: string;
        readonly text: Message<{ code: Tag }>;
      };
      readonly secret_as_text: {
        readonly title: string;
        readonly text: Message<{ code: Tag }>;
      };
      readonly secret_with_prefix: {
        readonly title: string;
        readonly text: Message<{ code: Tag }>;
      };
      readonly hex: {
        readonly title: string;
        readonly text: string;
      };
      readonly base64url: {
        readonly title: string;
        readonly text: Message<{ code: Tag }>;
      };
      readonly genuine: {
        readonly title: string;
        readonly text: string;
      };
      readonly recognized: {
        readonly title: string;
        readonly text: string;
      };
      readonly no_match: {
        readonly title: string;
        readonly text: string;
      };
      readonly id_missing: {
        readonly title: string;
        readonly text: Message<{ code: Tag }>;
      };
      readonly id_unknown: {
        readonly title: string;
        readonly text: Message<{ code: Tag }>;
      };
      readonly timestamp_unreadable: {
        readonly title: string;
        readonly text: Message<{ code: Tag }>;
      };
      readonly timestamp_in_ms: {
        readonly title: string;
        readonly text: string;
      };
      readonly timestamp_of_no_attempt: {
        readonly title: string;
        readonly text: string;
      };
      readonly signature_missing: {
        readonly title: string;
        readonly text: Message<{ code: Tag }>;
      };
      readonly version_missing: {
        readonly title: string;
        readonly text: Message<{ code: Tag }>;
      };
      readonly version_unknown: {
        readonly title: string;
        readonly text: Message<{ code: Tag }>;
      };
      readonly body_missing: {
        readonly title: string;
        readonly text: string;
      };
      readonly body_spaced: {
        readonly title: string;
        readonly text: string;
      };
      readonly body_reserialized: {
        readonly title: string;
        readonly text: string;
      };
      readonly secret_right: {
        readonly title: string;
        readonly text: string;
      };
      readonly secret_unknown: {
        readonly title: string;
        readonly text: string;
      };
      readonly signed_with_unknown: {
        readonly title: string;
        readonly text: string;
      };
    };
    readonly details: {
      readonly timestamp_old: {
        readonly title: Message<{ duration: Text }>;
        readonly text: string;
      };
      readonly timestamp_ahead: {
        readonly title: Message<{ duration: Text }>;
        readonly text: string;
      };
      readonly body_changed: {
        readonly title: string;
        readonly text: Message<{ code: Tag; position: Text; received: Text; sent: Text }>;
      };
      readonly secret_old: {
        readonly title: string;
        readonly text: Message<{ until: Text }>;
      };
      readonly secret_over: {
        readonly title: string;
        readonly text: Message<{ until: Text }>;
      };
      readonly signed_with_old: {
        readonly title: string;
        readonly text: Message<{ until: Text }>;
      };
      readonly signed_with_over: {
        readonly title: string;
        readonly text: Message<{ until: Text }>;
      };
      readonly secret_of_other: {
        readonly title: string;
        readonly text: Message<{ name: Text }>;
      };
      readonly signed_for_other: {
        readonly title: string;
        readonly text: Message<{ name: Text }>;
      };
    };
  };
  readonly webhookMails: {
    readonly notices: {
      readonly failing: {
        readonly subject: Message<{ site: Text }>;
        readonly text: string;
      };
      readonly failing_for_a_day: {
        readonly subject: Message<{ site: Text }>;
        readonly text: string;
      };
      readonly disabled: {
        readonly subject: Message<{ site: Text }>;
        readonly text: string;
      };
    };
    readonly endpoint: Message<{ url: Text }>;
    readonly failingSince: Message<{ time: Text }>;
    readonly log: string;
  };
}
