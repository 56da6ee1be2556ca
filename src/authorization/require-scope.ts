/** Refuses a caller whose token lacks a scope. */

import { accept, type Result, refuse } from '../base/result.ts';
import type { AccessRefusal, Caller } from './caller.ts';
import type { Scope } from './scope.ts';

export function requireScope(caller: Caller, needed: Scope): Result<Caller, AccessRefusal> {
  if (caller.scopes.has(needed)) return accept(caller);
  return refuse({ kind: 'insufficient_scope', needed });
}
