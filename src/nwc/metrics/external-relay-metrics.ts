import { Gauge, type Registry } from 'prom-client';

/** What can be measured of outside relays. */
export interface ExternalRelayReadings {
  /** Of this process. */
  connected(): number;
  /** Of all processes. */
  countWaiting(): Promise<number>;
}

export function addExternalRelayMetrics(registry: Registry, readings: ExternalRelayReadings): void {
  new Gauge({
    name: 'satchel_nwc_outside_relays_connected',
    help: 'Outside relays of Nostr Wallet Connect to which this process is connected',
    registers: [registry],
    collect() {
      this.set(readings.connected());
    },
  });
  new Gauge({
    name: 'satchel_nwc_publications_waiting',
    help: 'Events that outside relays have to get; absent if the database is down',
    registers: [registry],
    async collect() {
      const waiting = await readings.countWaiting().catch(() => null);
      if (waiting === null) this.remove();
      else this.set(waiting);
    },
  });
}
