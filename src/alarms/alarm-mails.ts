import { mailText } from '../base/mail-text.ts';
import type { Mail } from '../base/mailer.ts';
import type { AlarmKind } from './alarm-store.ts';
import { en } from './texts/en.ts';

/** A kind of alarm in words, and what to do about it. */
export type AlarmWords = (kind: AlarmKind) => { readonly name: string; readonly advice: string };

export interface AlarmMail {
  readonly to: string;
  /** Public address of the pages, without a trailing slash. */
  readonly authUrl: string;
  readonly kinds: readonly AlarmKind[];
  /** Alarms beside those. */
  readonly more: number;
  readonly words: AlarmWords;
}

/** It names no amounts and no users: mail passes through the hands of others. */
export function alarmMail({ to, authUrl, kinds, more, words }: AlarmMail): Mail {
  const site = new URL(authUrl).hostname;
  const texts = en.alarms;
  const ofKind = [...Map.groupBy(kinds, (kind) => kind)];
  return {
    to,
    subject: texts.subject(site, kinds.length + more),
    text: mailText([
      texts.lead(site),
      ...ofKind.flatMap(([kind, all]) => {
        const { name, advice } = words(kind);
        return [texts.alarm(name, all.length), texts.advice(advice)];
      }),
      ...(more === 0 ? [] : [texts.more(more)]),
      texts.open,
      [`${authUrl}/operate/alarms`],
    ]),
  };
}
