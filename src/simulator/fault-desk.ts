/** Misbehaviour on order; see fault-kinds.ts for what there is. */
export interface FaultDesk {
  readonly count: number;
}

export const createFaultDesk = (): FaultDesk => ({ count: 0 });
