import type { Message, Tag, Text } from '../message.ts';

/** Written by "npm run generate" from `locales/en/accounts.json`. */
export interface AccountsMessages {
  readonly accountFields: {
    readonly email: string;
    readonly password: string;
    readonly showPassword: string;
    readonly newPasswordHint: Message<{ minLength: Text }>;
    readonly name: string;
    readonly nameHint: string;
    readonly code: string;
  };
  readonly accountProblems: {
    readonly tooMany: {
      readonly title: string;
      readonly message: Message<{ wait: Text }>;
      readonly seconds: Message<{ count: number }>;
      readonly minutes: Message<{ count: number }>;
    };
    readonly busy: {
      readonly title: string;
      readonly message: string;
    };
    readonly linkOver: {
      readonly title: string;
      readonly message: string;
    };
    readonly sessionOver: {
      readonly title: string;
      readonly message: string;
    };
    readonly signUpClosed: {
      readonly title: string;
      readonly message: string;
    };
  };
  readonly passkeyForm: {
    readonly needsScript: string;
    readonly notChosen: string;
    readonly known: string;
    readonly impossible: string;
  };
  readonly passwords: {
    readonly forgotten: {
      readonly title: string;
      readonly byMail: string;
      readonly byOperator: string;
      readonly submit: string;
      readonly back: string;
    };
    readonly requested: {
      readonly title: string;
      readonly byMail: string;
      readonly byOperator: string;
    };
    readonly reset: {
      readonly title: string;
      readonly submit: string;
      readonly done: string;
    };
  };
  readonly confirm: {
    readonly title: string;
    readonly next: Message<{ title: Text }>;
    readonly password: Message<{ email: Text }>;
    readonly wrongPassword: string;
    readonly submit: string;
    readonly usePasskey: string;
    readonly passkey: string;
    readonly submitPasskey: string;
    readonly usePassword: string;
    readonly forThis: string;
    readonly forThese: string;
    readonly signedInAs: Message<{ email: Text }>;
    readonly sendAgain: string;
  };
  readonly profile: {
    readonly title: string;
    readonly identifier: string;
    readonly identifierHint: string;
    readonly picture: string;
    readonly pictureHint: string;
    readonly nostrKey: string;
    readonly nostrKeyHint: string;
    readonly save: string;
    readonly done: string;
  };
  readonly preferences: {
    readonly title: string;
    readonly lead: string;
    readonly language: string;
    readonly languageByBrowser: string;
    readonly unit: string;
    readonly unitHint: string;
    readonly units: {
      readonly sat: string;
      readonly bip177: string;
      readonly btc: string;
    };
    readonly currency: string;
    readonly currencyHint: string;
    readonly noCurrency: string;
    readonly timeZone: string;
    readonly timeZoneHint: string;
    readonly timeZoneByBrowser: string;
    readonly theme: string;
    readonly themes: {
      readonly system: string;
      readonly light: string;
      readonly dark: string;
    };
    readonly privacy: string;
    readonly hidesAmounts: string;
    readonly hidesAmountsHint: string;
    readonly people: string;
    readonly showsName: string;
    readonly showsNameHint: string;
    readonly save: string;
    readonly done: string;
    readonly problems: {
      readonly language: string;
      readonly unit: string;
      readonly currency: string;
      readonly timeZone: string;
      readonly theme: string;
    };
  };
  readonly worth: {
    readonly about: Message<{ money: Text }>;
    readonly least: Message<{ money: Text }>;
    readonly aboutAt: Message<{ money: Text; time: Text }>;
    readonly aboutThen: Message<{ money: Text }>;
    readonly unit: string;
    readonly badMoney: Message<{ example: Text }>;
    readonly noPrice: string;
  };
  readonly signIn: {
    readonly title: string;
    readonly submit: string;
    readonly usePasskey: string;
    readonly usePassword: string;
    readonly forgotten: string;
    readonly noAccount: Message<{ link: Tag }>;
    readonly secondFactor: {
      readonly title: string;
      readonly codeHint: string;
      readonly useBackupCode: string;
      readonly backupCode: string;
      readonly backupCodeHint: string;
      readonly useApp: string;
      readonly submit: string;
      readonly startAgain: string;
    };
    readonly passkey: {
      readonly title: string;
      readonly text: string;
      readonly submit: string;
    };
    readonly tooMany: {
      readonly heading: string;
      readonly withoutMail: string;
      readonly byMail: string;
      readonly submit: string;
    };
    readonly browserLink: {
      readonly sent: {
        readonly title: string;
        readonly text: string;
        readonly back: string;
      };
      readonly title: string;
      readonly text: string;
      readonly submit: string;
      readonly done: string;
    };
  };
  readonly signOut: {
    readonly title: string;
    readonly heading: string;
    readonly text: Message<{ email: Text }>;
    readonly submit: string;
    readonly done: string;
  };
  readonly signUp: {
    readonly title: string;
    readonly byMail: string;
    readonly submitByMail: string;
    readonly submit: string;
    readonly haveOne: Message<{ link: Tag }>;
    readonly mailed: {
      readonly title: string;
      readonly text: Message<{ email: Text }>;
      readonly notArrived: string;
    };
    readonly ready: {
      readonly title: string;
      readonly text: Message<{ email: Text }>;
      readonly signIn: string;
    };
    readonly byLink: {
      readonly address: Message<{ email: Text; strong: Tag }>;
      readonly invitation: {
        readonly title: string;
        readonly lead: string;
        readonly submit: string;
      };
      readonly set_up: {
        readonly title: string;
        readonly lead: string;
        readonly submit: string;
      };
      readonly sign_up: {
        readonly title: string;
        readonly lead: string;
        readonly submit: string;
      };
    };
  };
  readonly security: {
    readonly title: string;
    readonly signingIn: string;
    readonly authenticator: {
      readonly heading: string;
      readonly inUse: string;
      readonly notInUse: string;
      readonly on: Message<{ codesLeft: number }>;
      readonly off: string;
      readonly newCodes: string;
      readonly stop: string;
      readonly setUp: string;
    };
    readonly passkeys: {
      readonly heading: string;
      readonly text: string;
      readonly notHere: string;
      readonly add: string;
      readonly caption: string;
      readonly name: string;
      readonly added: string;
      readonly lastUsed: string;
      readonly action: string;
      readonly never: string;
      readonly remove: Message<{ name: Text; unseen: Tag }>;
    };
    readonly sessions: {
      readonly heading: string;
      readonly caption: string;
      readonly browser: string;
      readonly address: string;
      readonly since: string;
      readonly lastUsed: string;
      readonly action: string;
      readonly present: string;
      readonly end: string;
      readonly endOthers: string;
      readonly ended: string;
    };
    readonly device: {
      readonly unknown: string;
      readonly browserOn: Message<{ browser: Text; system: Text }>;
    };
    readonly endingOthers: {
      readonly title: string;
      readonly heading: string;
      readonly text: string;
      readonly submit: string;
      readonly done: string;
    };
  };
  readonly securityChanges: {
    readonly password: {
      readonly title: string;
      readonly text: Message<{ email: Text }>;
      readonly present: string;
      readonly next: string;
      readonly wrong: string;
      readonly submit: string;
      readonly done: string;
    };
    readonly email: {
      readonly title: string;
      readonly add: string;
      readonly none: string;
      readonly text: Message<{ email: Text }>;
      readonly next: string;
      readonly submit: string;
      readonly mailed: string;
      readonly done: string;
      readonly confirm: {
        readonly title: string;
        readonly text: Message<{ email: Text; strong: Tag }>;
        readonly submit: string;
      };
    };
    readonly payments: {
      readonly title: string;
      readonly above: string;
      readonly change: string;
      readonly label: string;
      readonly hint: string;
      readonly wrong: string;
      readonly submit: string;
      readonly done: string;
    };
    readonly setUpApp: {
      readonly title: string;
      readonly scan: Message<{ link: Tag }>;
      readonly picture: string;
      readonly spelled: Message<{ code: Tag; key: Text }>;
      readonly codeHint: string;
      readonly submit: string;
      readonly done: string;
    };
    readonly stopApp: {
      readonly title: string;
      readonly text: string;
      readonly submit: string;
      readonly done: string;
    };
    readonly newCodes: {
      readonly title: string;
      readonly text: string;
      readonly submit: string;
      readonly done: string;
    };
    readonly backupCodes: {
      readonly title: string;
      readonly text: string;
      readonly label: string;
      readonly saved: string;
    };
    readonly addPasskey: {
      readonly title: string;
      readonly text: string;
      readonly name: string;
      readonly nameHint: string;
      readonly submit: string;
      readonly done: Message<{ name: Text }>;
    };
    readonly removePasskey: {
      readonly title: string;
      readonly heading: Message<{ name: Text }>;
      readonly text: string;
      readonly submit: string;
      readonly done: string;
    };
  };
  readonly refusals: {
    readonly wrong_credentials: string;
    readonly user_disabled: string;
    readonly wrong_code: string;
    readonly wrong_passkey: string;
    readonly passkey_known: string;
    readonly too_many_passkeys: string;
    readonly too_many_attempts: string;
    readonly busy: string;
    readonly session_over: string;
    readonly link_over: string;
    readonly email_taken: string;
    readonly authenticator_present: string;
    readonly authenticator_gone: string;
    readonly own_account: string;
    readonly bad_email: string;
    readonly bad_password: Message<{ maxLength: Text; minLength: Text }>;
    readonly bad_name: string;
    readonly name_like_address: string;
    readonly bad_profile: {
      readonly avatar: string;
      readonly nostrPubkey: string;
    };
  };
  readonly accountMails: {
    readonly linkExpires: Message<{ time: Text }>;
    readonly invitation: {
      readonly subject: Message<{ site: Text }>;
      readonly text: Message<{ site: Text }>;
      readonly open: string;
      readonly otherwise: string;
    };
    readonly signUp: {
      readonly subject: Message<{ site: Text }>;
      readonly text: Message<{ site: Text }>;
      readonly open: string;
      readonly otherwise: string;
    };
    readonly alreadySignedUp: {
      readonly subject: Message<{ site: Text }>;
      readonly text: Message<{ site: Text }>;
      readonly open: string;
      readonly otherwise: string;
    };
    readonly passwordReset: {
      readonly subject: Message<{ site: Text }>;
      readonly text: Message<{ site: Text }>;
      readonly open: string;
      readonly otherwise: string;
    };
    readonly knownBrowser: {
      readonly subject: Message<{ site: Text }>;
      readonly text: Message<{ site: Text }>;
      readonly open: string;
      readonly otherwise: string;
    };
    readonly emailChange: {
      readonly subject: Message<{ site: Text }>;
      readonly text: Message<{ site: Text }>;
      readonly open: string;
      readonly otherwise: string;
    };
    readonly emailChanged: {
      readonly subject: Message<{ site: Text }>;
      readonly text: Message<{ email: Text; site: Text }>;
      readonly otherwise: string;
    };
    readonly accountClosed: {
      readonly subject: Message<{ site: Text }>;
      readonly text: Message<{ site: Text }>;
      readonly otherwise: string;
    };
    readonly security: {
      readonly wasYou: string;
      readonly wasNotYou: string;
      readonly tellOperator: string;
      readonly events: {
        readonly password_changed: {
          readonly subject: Message<{ site: Text }>;
          readonly text: Message<{ site: Text }>;
        };
        readonly access_reset: {
          readonly subject: Message<{ site: Text }>;
          readonly text: Message<{ site: Text }>;
        };
        readonly authenticator_removed: {
          readonly subject: Message<{ site: Text }>;
          readonly text: Message<{ site: Text }>;
        };
        readonly passkey_removed: {
          readonly subject: Message<{ site: Text }>;
          readonly text: Message<{ name: Text; site: Text }>;
        };
        readonly passkey_added: {
          readonly subject: Message<{ site: Text }>;
          readonly text: Message<{ name: Text; site: Text }>;
        };
        readonly spending_token_added: {
          readonly subject: Message<{ site: Text }>;
          readonly text: Message<{ name: Text; site: Text }>;
        };
        readonly access_mail_off: {
          readonly subject: Message<{ site: Text }>;
          readonly text: Message<{ site: Text }>;
        };
      };
    };
  };
}
