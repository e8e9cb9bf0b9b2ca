/** Services that pages need. A blocked host of one of them means that our own policy is wrong. */
const services = [
  {
    name: 'PayPal',
    file: 'src/build/headers/page-settings.ts',
    hosts: ['paypal.com', 'paypalobjects.com', 'venmo.com'],
  },
  {
    name: 'Firebase',
    file: 'src/build/headers/page-policy.ts',
    hosts: ['googleapis.com', 'firebaseapp.com', 'firebaseio.com'],
  },
] as const;

/** A service that pages need, and the file with the policy of its pages. */
export type NeededService = (typeof services)[number];

/** Returns the service that a blocked host belongs to, if pages need it. */
export function neededService(host: string): NeededService | undefined {
  return services.find(({ hosts }) => hosts.some((known) => host === known || host.endsWith(`.${known}`)));
}
