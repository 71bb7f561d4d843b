import { createECDH, createPublicKey, type ECDH, randomBytes, randomUUID, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { decrypt } from 'http_ece';
import webPush from 'web-push';
import { trustedCertificate } from './certificate.ts';

type Answer = { status: number; headers?: Record<string, string> } | 'none';

/** A request that the push service has verified, and decrypted as the browser would. */
export type PushRequest = {
  headers: IncomingHttpHeaders;
  body: { title: string; body: string; url: string; tag: string };
};

export type Browser = {
  /** As the Push API of a browser returns it. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  received: PushRequest[];
  /** How the push service answers from now on. */
  answer: Answer;
};

export type PushService = {
  /** Variables of a server that sends to it. */
  variables: Record<string, string>;
  publicKey: string;
  aBrowser(): Browser;
  /** Ends the requests that it never answered. */
  release(): void;
  close(): Promise<void>;
};

const SUBJECT = 'mailto:push@example.com';
const DAY_SECONDS = 86_400;

/** Checks the signature and the claims of a request (RFC 8292). @throws when the push service would refuse it */
function verifyVapid(authorization: string, origin: string, publicKey: string): void {
  const [, jwt = '', key] = /^vapid t=([^,]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error(`signed with another key: ${authorization}`);
  const [head = '', claims = '', signature = ''] = jwt.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const signer = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: signer, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('the signature does not fit');
  const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString());
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const left = exp - Date.now() / 1000;
  if (alg !== 'ES256' || aud !== origin || sub !== SUBJECT || left <= 0 || left > DAY_SECONDS) {
    throw new Error(`wrong claims: ${JSON.stringify({ alg, aud, sub, left })}`);
  }
}

/** A push service at `https://localhost`, which verifies and decrypts what it is sent. */
export async function startPushService(): Promise<PushService> {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const browsers = new Map<string, { browser: Browser; ecdh: ECDH }>();
  const open = new Set<{ destroy(): void }>();
  const failures: Error[] = [];
  const server = https.createServer(trustedCertificate(), async (request, response) => {
    const found = browsers.get(request.url ?? '');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (!found) return response.writeHead(404).end();
    const { browser, ecdh } = found;
    try {
      const { headers } = request;
      verifyVapid(headers.authorization ?? '', origin(), publicKey);
      if (headers['content-encoding'] !== 'aes128gcm' || !/^\d+$/.test(String(headers.ttl))) {
        throw new Error(`wrong headers: ${JSON.stringify(headers)}`);
      }
      const content = decrypt(Buffer.concat(chunks), {
        version: 'aes128gcm',
        privateKey: ecdh,
        authSecret: browser.subscription.keys.auth,
      });
      browser.received.push({ headers, body: JSON.parse(content.toString()) });
    } catch (error) {
      failures.push(error instanceof Error ? error : new Error(String(error)));
      return response.writeHead(403).end();
    }
    if (browser.answer === 'none') return void open.add(request.socket);
    response.writeHead(browser.answer.status, browser.answer.headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const origin = () => `https://localhost:${(server.address() as AddressInfo).port}`;
  const release = () => {
    for (const socket of open) socket.destroy();
    open.clear();
  };
  return {
    publicKey,
    variables: {
      VAPID_PUBLIC_KEY: publicKey,
      VAPID_PRIVATE_KEY: privateKey,
      VAPID_SUBJECT: SUBJECT,
      WEBHOOK_ALLOW_PRIVATE: 'true',
    },
    aBrowser() {
      const ecdh = createECDH('prime256v1');
      const p256dh = ecdh.generateKeys('base64url');
      const path = `/push/${randomUUID()}`;
      const keys = { p256dh, auth: randomBytes(16).toString('base64url') };
      const browser: Browser = {
        subscription: { endpoint: `${origin()}${path}`, keys },
        received: [],
        answer: { status: 201 },
      };
      browsers.set(path, { browser, ecdh });
      return browser;
    },
    release,
    async close() {
      release();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (failures.length > 0) throw new AggregateError(failures, 'the push service refused requests');
    },
  };
}
