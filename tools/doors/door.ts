/** What may come of a door, from the gravest to nothing. */
export type Effect =
  | 'sends'
  | 'rights'
  | 'books'
  | 'receives'
  | 'writes'
  | 'reads'
  | 'takes'
  | 'nothing';

export const EFFECT_WORDS: Readonly<Record<Effect, string>> = {
  sends: 'money can leave',
  rights: 'more rights',
  books: 'money moves within',
  receives: 'money can come in',
  writes: 'changes data',
  reads: 'shows data',
  takes: 'fewer rights',
  nothing: 'nothing',
};

/** A proof that a door asks beyond who may come in by it. */
export type Proof =
  | 'fresh'
  | 'urgent'
  | 'proof'
  | 'proof_for_more'
  | 'proof_above'
  | 'own_password'
  | 'begun'
  | 'sign_in'
  | 'link'
  | 'consent'
  | 'code'
  | 'device'
  | 'password'
  | 'key'
  | 'macaroon'
  | 'file';

export const PROOF_WORDS: Readonly<Record<Proof, string>> = {
  fresh: 'fresh confirmation',
  urgent: 'fresh confirmation, or password or passkey with the form',
  proof: 'password or passkey with the form',
  proof_for_more: 'password or passkey with the form, if more may be spent than before',
  proof_above: 'password or passkey with the form, above the amount that the user chose',
  own_password: 'the present password with the form',
  begun: 'the challenge of the page before, which asked for password or passkey',
  sign_in: 'password, passkey or second factor, with limits on guesses',
  link: 'the secret of a one-time link',
  consent: 'consent that the same browser has just given',
  code: 'a code or refresh token, with PKCE or the secret of the app',
  device: 'login and password of the device, or its refresh token',
  password: 'the password in the setting or the data folder',
  key: 'the key itself',
  macaroon: 'a macaroon',
  file: 'the account of the service on the machine',
};

/** What one may do by a door, in words, and the proof that it asks. */
export type DoorRow = readonly [effect: Effect, words: string, proof?: Proof];

/** Where the doors of a group come from, which also says who may come in. */
export type DoorKind =
  | 'page'
  | 'route'
  | 'lnurl'
  | 'lndhub'
  | 'nwc'
  | 'other_route'
  | 'command'
  | 'place';

export interface DoorGroup {
  readonly kind: DoorKind;
  readonly title: string;
  readonly about: string;
  /** The rows by method and path, or by name. A key may name several methods of one path. */
  readonly rows: Readonly<Record<string, DoorRow>>;
}

/** A door that exists, as the code declares it. */
export interface Door {
  readonly kind: DoorKind;
  /** A method and a path, or a name. */
  readonly name: string;
  /** Who may come in, before any further proof; null where the group says it. */
  readonly who: string | null;
}
