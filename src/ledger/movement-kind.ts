/** How money moves. Places that tell kinds apart decide for each of them. */
export type MovementKind = 'bolt11' | 'keysend';
