import { ALL_SCOPES, type Scope } from '../authorization/scope.ts';

/** Sets of scopes that people can choose for an app: to pay, only to receive, or only to read. */
export const PRESETS = ['pay', 'receive', 'read'] as const;
export type Preset = (typeof PRESETS)[number];

export const SCOPES_OF_PRESET: Readonly<Record<Preset, readonly Scope[]>> = {
  pay: ALL_SCOPES,
  receive: ['account:read', 'invoices:create', 'invoices:read'],
  read: ['account:read', 'balance:read', 'invoices:read', 'transactions:read'],
};

/** The preset that consists of exactly the given scopes; null when none does. */
export const presetOf = (scopes: readonly Scope[]): Preset | null =>
  PRESETS.find((preset) => {
    const wanted = SCOPES_OF_PRESET[preset];
    return wanted.length === scopes.length && wanted.every((scope) => scopes.includes(scope));
  }) ?? null;
