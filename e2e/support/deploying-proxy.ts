import { once } from 'node:events';
import http from 'node:http';

/**
 * A proxy for the browser that passes everything on, and after `deploy()` a different service worker. Playwright's
 * routes do not see the browser's update requests for workers.
 */
export async function deployingProxy() {
  let deployed = false;
  const proxy = http.createServer((request, response) => {
    const url = new URL(request.url ?? '', `http://${request.headers.host}`);
    if (deployed && url.pathname === '/sw.js') {
      void fetch(url)
        .then((answer) => answer.text())
        .then((script) => response.setHeader('content-type', 'text/javascript').end(`${script}\n// a newer version`));
      return;
    }
    const { method, headers } = request;
    const passed = http.request(url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    server: `http://127.0.0.1:${address.port}`,
    deploy() {
      deployed = true;
    },
    close() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
