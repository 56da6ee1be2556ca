import type { Notice } from './notice.ts';

/**
 * The path of the page on which to decide about what the notices tell: that of the one payment
 * that asks, or of the list of several; null where none asks.
 */
export function approvalsPath(
  notices: readonly Pick<Notice, 'matter' | 'count' | 'isMore'>[],
): string | null {
  const [first, ...others] = notices.filter(({ matter }) => matter.kind === 'approval');
  if (first?.matter.kind !== 'approval') return null;
  const isOne = others.length === 0 && first.count === 1n && !first.isMore;
  return isOne ? `/approvals/${first.matter.approvalId}` : '/approvals';
}
