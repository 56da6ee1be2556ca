/** What one process of the service does. */
export type Role = 'api' | 'worker' | 'all';
