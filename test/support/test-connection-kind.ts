import { createHash } from 'node:crypto';
import type { ConnectionKind, IssueOrder } from '../../src/apps/connection-kind.ts';

/** A protocol of connections in memory, for tests of what all protocols have in common. */
export interface TestConnectionKind extends ConnectionKind {
  /** The connections that were issued, in order, without repeats. */
  readonly issued: readonly IssueOrder[];
  /** Called before a secret is made. Throwing an error stands for a process that dies. */
  beforeIssue: (order: IssueOrder) => Promise<void>;
}

export function createTestKind(name: ConnectionKind['name']): TestConnectionKind {
  const issued: IssueOrder[] = [];
  const kind: TestConnectionKind = {
    name,
    issued,
    beforeIssue: async () => undefined,
    issue: async (order) => {
      await kind.beforeIssue(order);
      if (issued.every(({ device }) => device.id !== order.device.id)) issued.push(order);
      const secret = createHash('sha256').update(order.seed).digest('hex');
      return { link: `${name}://${order.device.id}?secret=${secret}` };
    },
  };
  return kind;
}
