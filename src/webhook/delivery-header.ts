/**
 * Marks every delivery that this program makes. Its own HTTP side turns such requests away: an
 * endpoint that leads back here, by whatever name, must not make deliveries cause deliveries.
 */
export const DELIVERY_HEADER = 'satchel-delivery';
