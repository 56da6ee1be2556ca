import { Gauge, type Registry } from 'prom-client';
import type { ZapDeliveryStore } from '../zap-delivery-store.ts';

/** Adds metrics of zap receipts, over all processes. They are absent while the database is down. */
export function addZapMetrics(
  registry: Registry,
  zapDeliveries: Pick<ZapDeliveryStore, 'count'>,
): void {
  new Gauge({
    name: 'satchel_zap_receipts',
    help: 'Receipts of zaps for one relay each: waiting, and those of the last 30 days that ended',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const counts = await zapDeliveries.count().catch(() => null);
      if (counts === null) return this.reset();
      this.set({ state: 'waiting' }, counts.waiting);
      this.set({ state: 'accepted' }, counts.accepted);
      this.set({ state: 'given_up' }, counts.givenUp);
    },
  });
}
