/** Times in OAuth's form. */
export const unixSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);
