/** Where pages stood in earlier versions. People have bookmarks, so these lead on until 1.0. */
const FORMER: readonly (readonly [now: string, before: string])[] = [
  ['/apps', '/connected-apps'],
  ['/operate/users', '/admin/users'],
  ['/operate/invitations', '/admin/invitations'],
  ['/operate/node', '/admin/node'],
];

/** The path that a page had before, with its parameters; null for a page that has not moved. */
export function formerPath(path: string): string | null {
  const moved = FORMER.find(([now]) => isAtOrBelow(path, now));
  return moved === undefined ? null : moved[1] + path.slice(moved[0].length);
}

/** The address of today for one of an earlier version; the query stays. */
export function presentAddress(address: string): string {
  const moved = FORMER.find(([, before]) => isAtOrBelow(address, before));
  return moved === undefined ? address : moved[0] + address.slice(moved[1].length);
}

const isAtOrBelow = (address: string, path: string): boolean =>
  address.startsWith(path) && /^([/?]|$)/.test(address.slice(path.length));
