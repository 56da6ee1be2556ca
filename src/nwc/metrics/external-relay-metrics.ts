import { Gauge, type Registry } from 'prom-client';

/** Readings about external relays for the metrics endpoint. */
export interface ExternalRelayReadings {
  /** The number of relays to which this process is connected. */
  connected(): number;
  /** The number of events that wait to be sent to external relays, over all processes. */
  countWaiting(): Promise<number>;
}

export function addExternalRelayMetrics(registry: Registry, readings: ExternalRelayReadings): void {
  new Gauge({
    name: 'satchel_nwc_outside_relays_connected',
    help: 'External relays of Nostr Wallet Connect to which this process is connected',
    registers: [registry],
    collect() {
      this.set(readings.connected());
    },
  });
  new Gauge({
    name: 'satchel_nwc_publications_waiting',
    help: 'Events that external relays have to get; absent if the database is down',
    registers: [registry],
    async collect() {
      const waiting = await readings.countWaiting().catch(() => null);
      if (waiting === null) this.remove();
      else this.set(waiting);
    },
  });
}
