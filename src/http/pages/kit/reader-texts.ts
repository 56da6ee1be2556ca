import type { FastifyRequest } from 'fastify';
import { DEFAULT_PREFERENCES } from '../../../account/preferences.ts';
import type { User } from '../../../account/user-store.ts';
import { kept } from '../../../base/kept.ts';
import { isTimeZone } from '../../../base/time-zone.ts';
import type { PagePorts } from '../page-ports.ts';
import type { PageTexts } from '../texts/page-texts.ts';
import { browserZone } from './browser-zone.ts';
import { createFigures } from './figures.ts';
import { readLanguage } from './read-language.ts';

/** Texts and figures for whoever asks: as the user chose, else as the browser asks. */
export function readerTexts(
  { textsOf }: Pick<PagePorts, 'textsOf'>,
  request: FastifyRequest,
  user: User | null,
): PageTexts {
  const { language, ...wishes } = user?.preferences ?? DEFAULT_PREFERENCES;
  const texts = textsOf(language ?? readLanguage(request.headers['accept-language']));
  const isChosen = wishes.timeZone !== null && isReadable(wishes.timeZone);
  const timeZone = isChosen ? wishes.timeZone : browserZone(request);
  return { ...texts, figures: createFigures({ ...wishes, timeZone, locale: texts.language }) };
}

const isReadable = kept(isTimeZone);
