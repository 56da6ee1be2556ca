import type { Caller } from '../../src/authorization/caller.ts';
import type { LndhubAnswer } from '../../src/lndhub/lndhub-answer.ts';
import type { Conversation } from '../../src/nostr/conversation.ts';
import type { NostrEvent } from '../../src/nostr/event.ts';
import type { KeysendItem, Person } from './person.ts';

/** An app that someone has connected; by its key, or over LndHub. */
export interface App {
  readonly name: string;
  readonly person: Person;
  /** The grant of the app. What it may do right now is in the database. */
  readonly caller: Caller;
  /** Null over LndHub. */
  readonly wire: AppWire | null;
}

/** The app's side of a connection over Nostr Wallet Connect. */
export interface AppWire {
  readonly privateKey: Uint8Array;
  readonly clientPubkey: string;
  readonly walletPubkey: string;
  readonly conversation: Conversation;
}

/** What an app asks for. */
export type NewAppInput =
  | {
      readonly kind: 'bill';
      readonly bolt11: string;
      readonly paymentHash: string;
      /** For a bill without an amount. */
      readonly amountMsat: bigint | null;
    }
  /** A keysend, which is named by its amount. */
  | { readonly kind: 'keysend'; readonly item: KeysendItem }
  | { readonly kind: 'invoice'; readonly amountMsat: bigint }
  | { readonly kind: 'question'; readonly method: string; readonly params: object };

/** One event, however often it is sent. */
export interface AppRequest {
  readonly number: number;
  readonly app: App;
  readonly input: NewAppInput;
  readonly event: NostrEvent;
  /** Answers that the app has heard, each time. */
  readonly heard: HeardAnswer[];
}

export interface HeardAnswer {
  /** The id of the event that answers. */
  readonly id: string;
  readonly body: AnswerBody;
}

/** As the app decrypts it. */
export interface AnswerBody {
  readonly errorCode: string | null;
  readonly preimage: string | null;
  readonly feesMsat: bigint | null;
  readonly paymentHash: string | null;
}

/** One call of LndHub; a repeat is another one. */
export interface AppCall {
  readonly number: number;
  readonly app: App;
  readonly input: NewAppInput;
  /** Null while none came. */
  answer: LndhubAnswer | null;
}

/** What apps did and heard. */
export interface AppModel {
  readonly apps: App[];
  /** By the id of the event. */
  readonly requests: Map<string, AppRequest>;
  readonly calls: AppCall[];
  /** Stored answers that were read before, by their text. */
  readonly readAnswers: Map<string, AnswerBody>;
}

export const newAppModel = (): AppModel => ({
  apps: [],
  requests: new Map(),
  calls: [],
  readAnswers: new Map(),
});
