import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createApp } from './app.ts';
import { openControl, type PayPalControl } from './control.ts';
import { buildAssets } from './pages/assets.ts';
import { quietSwitches, type PayPalSettings } from './settings.ts';
import { openStore } from './store.ts';
import { makeCertificates } from './webhooks/certificates.ts';
import { openCourier, type Courier } from './webhooks/delivery.ts';
import type { World } from './world.ts';

export type { PayPalSettings, Switches } from './settings.ts';

export interface PayPalSimulator extends PayPalControl {
  /** Origin of the simulator, `http://127.0.0.1:4010`. */
  url: string;
  /** Where it serves the browser SDK: react-paypal-js' `sdkBaseUrl`. */
  sdkUrl: string;
  /** PEM of the CA that signs the webhook certificate. */
  caPem: string;
  /** Writes the state, ends every call and frees the port. */
  close(): Promise<void>;
}

const listen = async (server: Server, port: number): Promise<number> => {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The simulator has no port.');
  return address.port;
};

/** Starts the simulator on 127.0.0.1; a taken port rejects with EADDRINUSE. */
export const startPayPal = async (settings: PayPalSettings): Promise<PayPalSimulator> => {
  const store = openStore(settings.stateFile);
  const [assets, certificates] = await Promise.all([buildAssets(), store.certificates ?? makeCertificates()]);
  const server = createServer();
  const url = `http://127.0.0.1:${await listen(server, settings.port)}`;
  const stop = new AbortController();
  store.certificates = certificates;
  store.save();
  const world: World = {
    settings,
    switches: { ...quietSwitches },
    url,
    state: store.state,
    certificates,
    save: store.save,
    emit: (...event) => courier.emit(...event),
  };
  const courier: Courier = openCourier(world);
  const control = openControl(world, courier);
  const answer = getRequestListener(createApp(world, assets, control, stop.signal).fetch, {
    overrideGlobalObjects: false,
  });
  server.on('request', (request, response) => void answer(request, response));
  courier.resume();
  return {
    ...control,
    url,
    sdkUrl: `${url}/sdk/js`,
    caPem: certificates.ca,
    close: async () => {
      stop.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await courier.close();
      store.flush();
    },
  };
};
