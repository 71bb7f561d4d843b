import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Opens a site of another origin that embeds the form with one line. */
export async function openForeignSite(script: string) {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><html lang="en"><title>Studio</title><h1>My studio</h1>${script}</html>`);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
