import type { PageTexts } from '../../web/texts/page-texts.ts';

/**
 * Puts what a browser calls itself (`User-Agent`) into words that its user knows. It is a hint, not
 * a proof: a browser can send anything.
 */
export function deviceName(words: PageTexts['security']['device'], device: string): string {
  const browser = nameIn(BROWSERS, device);
  const system = nameIn(SYSTEMS, device);
  if (browser === null) return system ?? words.unknown;
  return system === null ? browser : words.browserOn({ browser, system });
}

type Names = readonly (readonly [mark: RegExp, name: string])[];

/**
 * Names of browsers, by the words in their `User-Agent`. The order matters: most browsers also
 * claim to be the older ones.
 */
const BROWSERS: Names = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: Names = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: Names, device: string): string | null =>
  names.find(([mark]) => mark.test(device))?.[1] ?? null;
