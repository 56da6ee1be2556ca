/** Times as OAuth has them. */
export const unixSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);
