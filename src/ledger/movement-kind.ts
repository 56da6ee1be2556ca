/** What a movement of money is made by. Each place that tells kinds apart decides for all. */
export type MovementKind = 'bolt11' | 'keysend';
