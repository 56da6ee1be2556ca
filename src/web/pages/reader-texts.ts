import type { FastifyRequest } from 'fastify';
import { memoize } from '../../base/memoize.ts';
import { isTimeZone } from '../../base/time-zone.ts';
import type { TextsOf } from '../../i18n/language-texts.ts';
import { DEFAULT_PREFERENCES } from '../../users/preferences.ts';
import type { User } from '../../users/user-store.ts';
import type { PageTexts } from '../texts/page-texts.ts';
import { browserHidesAmounts } from './browser-amounts.ts';
import { browserLanguage } from './browser-language.ts';
import { browserUnit } from './browser-unit.ts';
import { browserZone } from './browser-zone.ts';
import { createFormatters } from './formatters.ts';

export interface ReaderTextsDeps {
  readonly textsOf: TextsOf;
}

/** Texts and formats for the reader of a page: as the user chose, or else as the browser asks. */
export function readerTexts(
  { textsOf }: ReaderTextsDeps,
  request: FastifyRequest,
  user: User | null,
): PageTexts {
  const { language, ...inputs } = user?.preferences ?? DEFAULT_PREFERENCES;
  const texts = textsOf(language ?? browserLanguage(request));
  const isChosen = inputs.timeZone !== null && isReadable(inputs.timeZone);
  const timeZone = isChosen ? inputs.timeZone : browserZone(request);
  const hidesAmounts = browserHidesAmounts(request) ?? inputs.hidesAmounts;
  const typedUnit = browserUnit(request);
  const chosen = { ...inputs, timeZone, hidesAmounts, typedUnit, locale: texts.language };
  return { ...texts, format: createFormatters(chosen) };
}

const isReadable = memoize(isTimeZone);
