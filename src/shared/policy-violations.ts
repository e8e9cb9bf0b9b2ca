/** Services that pages need. A blocked host of one of them means that our own policy is wrong. */
const services = [
  { name: 'PayPal', hosts: ['paypal.com', 'paypalobjects.com', 'venmo.com'] },
  { name: 'Firebase', hosts: ['googleapis.com', 'firebaseapp.com', 'firebaseio.com'] },
] as const;

/** A service that pages need. */
export type NeededService = (typeof services)[number];

/** Returns the service that a blocked host belongs to, if pages need it. */
export function neededService(host: string): NeededService | undefined {
  return services.find(({ hosts }) => hosts.some((known) => host === known || host.endsWith(`.${known}`)));
}
