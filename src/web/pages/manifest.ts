import type { LanguageTexts } from '../../i18n/language-texts.ts';
import type { Site } from '../site.ts';
import type { Assets } from './assets.ts';
import { RECEIVE_PATH, SEND_PATH } from './paths.ts';
import { SHARED_FIELDS } from './shared-fields.ts';

/**
 * Writes the manifest that tells phones the name and look of an installed wallet (W3C Web
 * Application Manifest).
 */
export function renderManifest(site: Site, texts: LanguageTexts, { pathOf }: Assets): string {
  const icon = (size: number, name: string, purpose: string): object => ({
    src: pathOf(name),
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return JSON.stringify({
    id: '/',
    name: site.name,
    short_name: shortName(site.name),
    description: texts.landing.title,
    lang: texts.language,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f5f6f4',
    theme_color: '#ffffff',
    icons: [
      icon(192, 'icon-192.png', 'any'),
      icon(512, 'icon-512.png', 'any'),
      icon(512, 'icon-maskable-512.png', 'maskable'),
    ],
    shortcuts: [
      { name: texts.frame.places.receive, url: RECEIVE_PATH },
      { name: texts.frame.places.send, url: SEND_PATH },
    ],
    // What another app shares is only filled into the field of the page Send, never sent (W3C Web
    // Share Target).
    share_target: { action: SEND_PATH, method: 'GET', params: SHARED_FIELDS },
  });
}

/** The greatest length of the short name: below an icon, phones have no room for more. */
const MAX_SHORT_NAME = 12;

/**
 * Shortens the name of the service to whole words that fit below an icon. The first word is always
 * kept, though a phone may cut it.
 */
export function shortName(name: string): string {
  const [first = name, ...others] = name.trim().split(/\s+/);
  let short = first;
  for (const word of others) {
    const longer = `${short} ${word}`;
    if ([...longer].length > MAX_SHORT_NAME) break;
    short = longer;
  }
  return short;
}
