/** The parts of a lockdown, each of which waits until operators lift it. */
export const LOCKDOWN_PARTS = ['payments', 'apps', 'changes'] as const;
export type LockdownPart = (typeof LOCKDOWN_PARTS)[number];

/**
 * Which parts wait: payments that leave the service; apps, tokens and connections; sign-up,
 * one-time links and changes of how people sign in and are paid.
 */
export type HeldParts = Readonly<Record<LockdownPart, boolean>>;

export const NOTHING_HELD: HeldParts = { payments: false, apps: false, changes: false };

export const isAnyHeld = (held: HeldParts): boolean => held.payments || held.apps || held.changes;
