/**
 * What a browser calls itself (`User-Agent`), in words that its user recognises. It is a hint and
 * no proof: anybody can send anything.
 */
export function deviceName(device: string): string {
  const browser = nameIn(BROWSERS, device);
  const system = nameIn(SYSTEMS, device);
  if (browser === null) return system ?? 'Unknown browser';
  return system === null ? browser : `${browser} on ${system}`;
}

type Names = readonly (readonly [mark: RegExp, name: string])[];

/** In this order: most of them claim to be their forerunners as well. */
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
