import type { Checker } from './checker.ts';

/** Nothing was seen that must never happen. */
export const noViolation: Checker = ({ model }) => model.violations;
